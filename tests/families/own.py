"""The families that come with Quincunx and that its papers, documents and data files are about.

Tests about those use `OWN`; tests of what any family can do use `all_families`, which may also hold
families of plug-ins that happen to be installed.
"""

from quincunx.families import all_families

OWN = {
    name: family
    for name, family in all_families().items()
    if family.capabilities.paper is not None and family.__module__.startswith("quincunx.")
}
