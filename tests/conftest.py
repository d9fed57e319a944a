"""Settings of all tests: hypothesis without deadlines, and the same examples on every run in CI."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quincunx", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("ci", settings.get_profile("quincunx"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "quincunx")
