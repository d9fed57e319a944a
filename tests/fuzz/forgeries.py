from tests.fuzz.target import Target

TARGETS: dict[str, Target] = {}
