"""The families in reasoning-gym keep the habits of its own datasets."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import itertools
import json
import pickle
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
import reasoning_gym
from reasoning_gym.coaching import (
    CurriculumAttributeConfig,
    CurriculumExperiment,
    CurriculumExperimentConfig,
)
from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec
from reasoning_gym.dataset import ReseedingDataset
from reasoning_gym.factory import CURRICULA, DATASETS, create_curriculum, get_score_answer_fn

import quincunx.datasets.gym
from quincunx.cp.kernel import COMPILED
from quincunx.datasets.gym import PuzzleCurriculum, classes_of, dataset_name, field_name
from quincunx.errors import TooBig
from quincunx.families.base.capabilities import find_maker, sketch_of
from quincunx.families.base.documents import numbers_of, to_document
from quincunx.families.base.grades import GRADES
from quincunx.families.base.puzzle_input import parse
from quincunx.making import GeneratedPuzzle, Series, maker_of
from quincunx.making.catalogue_sampler import CatalogueSampler
from quincunx.reasoning import grade
from quincunx.solving import check
from tests.families.own import OWN

FAMILIES = {dataset_name(family): family for family in OWN.values() if find_maker(family)}


def small(name: str) -> dict[str, Any]:
    """The smallest size that a family tells of: such puzzles are soon made."""
    sizes = maker_of(FAMILIES[name]).sizes
    return {} if sizes is None else {field_name(sizes.parameter): next(iter(sizes.grades))}


def created(name: str, **chosen: Any) -> Any:
    return reasoning_gym.create_dataset(name, **{"seed": 42, "size": 2, **small(name), **chosen})


@cache
def made(name: str) -> tuple[Any, list[dict[str, Any]]]:
    """A dataset and its items, made once for all tests."""
    data = created(name)
    return data, list(data)


def config_class(name: str) -> Any:
    return classes_of(FAMILIES[name])[0]


@pytest.fixture(params=sorted(FAMILIES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_family_is_registered_once(name: str) -> None:
    importlib.reload(quincunx.datasets.gym)
    dataset, config = DATASETS[name]
    assert getattr(quincunx.datasets.gym, dataset.__name__) is dataset
    assert getattr(quincunx.datasets.gym, config.__name__) is config
    assert getattr(quincunx.datasets.gym, CURRICULA[name].__name__) is CURRICULA[name]


def test_configuration_has_the_parameters_of_the_family(name: str) -> None:
    config = config_class(name)
    names = [field.name for field in dataclasses.fields(config)]
    declared = maker_of(FAMILIES[name]).parameters.declared()
    assert names == ["size", "seed", "grade", *(field_name(one.name) for one in declared)]
    assert config() == config(**{field_name(one.name): one.default for one in declared})
    config().validate()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"size": 0}, "size is 0, expected a whole number from 1 to"),
        ({"size": 2.5}, "size is 2.5, expected a whole number from 1 to"),
        ({"size": None}, "size is null, expected a whole number from 1 to"),
        ({"seed": -1}, "seed is -1, expected a whole number from 0 to"),
        ({"seed": True}, "seed is true, expected a whole number from 0 to"),
        ({"grade": "tricky"}, "unknown grade 'tricky', expected one of easy, medium"),
    ],
)
def test_wrong_configurations_are_refused(name: str, wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        config_class(name)(**wrong).validate()
    with pytest.raises(ValueError, match=message):
        reasoning_gym.create_dataset(name, **wrong)


def test_parameters_out_of_bounds_are_refused(name: str) -> None:
    for field, one in config_class(name).parameters().items():
        if one.kind is int:
            for value in (one.least - 1, one.most + 1, "many"):
                with pytest.raises(ValueError, match=f"{one.name} is .*expected"):
                    config_class(name)(**{field: value}).validate()


def test_impossible_grade_is_refused() -> None:
    with pytest.raises(ValueError, match="holds none of these, and is complete"):
        reasoning_gym.create_dataset("quincunx_multi_balance", digits=6, grade="expert")


def test_items_depend_on_seed_and_number_alone(name: str) -> None:
    _, found = made(name)
    assert created(name)[1] == found[1]  # without the one before
    assert created(name)[0] == found[0]
    assert created(name, seed=43)[0] != found[0]
    assert created(name, seed=None).seed != created(name, seed=None).seed


def test_items_can_be_iterated_indexed_and_copied(name: str) -> None:
    data, found = made(name)
    assert len(data) == len(found) == 2
    assert found[0]["metadata"]["puzzle"] != found[1]["metadata"]["puzzle"]
    assert next(iter(data)) == found[0]  # once more
    assert data[-1] == found[1]
    with pytest.raises(IndexError):
        data[-3]
    assert pickle.loads(pickle.dumps(data))[0] == found[0]
    assert copy.deepcopy(data).config == data.config


def test_items_have_the_form_of_reasoning_gym(name: str) -> None:
    data, found = made(name)
    for number, item in enumerate(found):
        assert set(item) == {"question", "answer", "metadata"}
        about = item["metadata"]
        assert (about["source_dataset"], about["source_index"]) == (name, number)
        assert about["difficulty"] == {"grade": about["grade"], **small(name)}
        assert json.loads(json.dumps(item)) == item
        puzzle = parse(about["puzzle"])
        assert to_document(puzzle) == about["document"]
        assert check(puzzle, about["solution"]) == []
        assert str(sketch_of(puzzle)) in item["question"]
    assert data.category == "games"


def test_items_have_the_grade_asked_for(name: str) -> None:
    about = created(name, grade="easy")[0]["metadata"]
    assert about["grade"] == grade(about["puzzle"]).grade == "easy"


def test_right_wrong_and_missing_answers_are_scored(name: str) -> None:
    data, found = made(name)
    for item in found:
        assert data.score_answer(item["answer"], item) == 1.0
        assert data.score_answer(f"I think so.\nAnswer: {item['answer']}\n", item) == 1.0
        for nothing in (None, "", 7, "I do not know."):
            assert data.score_answer(nothing, item) == 0.0
    one = found[0]
    broken = parse(one["metadata"]["puzzle"])
    numbers = numbers_of(broken, one["metadata"]["solution"])
    wrong = json.dumps(broken.solution([*numbers[1:], numbers[0]]))
    assert 0.0 <= data.score_answer(wrong, one) < 0.5
    assert get_score_answer_fn(name)(one["answer"], one) == 1.0


def test_reseeding_dataset_continues_with_the_next_seed(name: str) -> None:
    data, found = made(name)
    endless = ReseedingDataset(data, chunk_size=1)
    first = [item for _, item in zip(range(2), endless, strict=False)]
    assert first == [found[0], created(name, seed=43)[0]]
    assert endless.score_answer(first[1]["answer"], first[1]) == 1.0


def complete_lists() -> dict[str, int]:
    """Datasets whose puzzles come to an end, and behind which item."""
    found = {}
    for name in FAMILIES:
        lots = CatalogueSampler.of(created(name).config.request(), 42)
        if lots is not None and lots.is_exhaustive:
            found[name] = len(lots)
    return found


def test_complete_catalogue_is_repeated_in_another_order() -> None:
    ends = complete_lists()
    assert ends
    for name, end in ends.items():
        data = created(name)
        canonical = maker_of(data.config.family).canonical
        forms = [canonical(parse(data[i]["metadata"]["puzzle"])) for i in range(3 * end)]
        first, second, third = forms[:end], forms[end : 2 * end], forms[2 * end :]
        assert len({*first}) == end
        assert {*first} == {*second} == {*third}
        assert first != second  # in another order
        assert data[10**9]["metadata"]["source_index"] == 10**9


def test_missing_row_is_searched_with_another_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    name = min(FAMILIES)
    tried: list[int] = []

    class Unlucky(Series):
        def row(self, row: int) -> GeneratedPuzzle:
            tried.append(self.seed)
            if self.seed == 42:
                raise TooBig("no puzzle in 1 try")
            return super().row(row)

    monkeypatch.setattr(quincunx.datasets.gym, "Series", Unlucky)
    assert created(name)[5] == created(name)[5]
    assert tried == [42, 42 + quincunx.datasets.gym.NEXT_SERIES] * 2
    monkeypatch.setattr(quincunx.datasets.gym, "MAX_SERIES", 1)
    with pytest.raises(TooBig, match=f"{name}: item 5"):
        created(name)[5]


def test_a_composite_of_all_families() -> None:
    specs = [DatasetSpec(name=name, weight=1.0, config=small(name)) for name in FAMILIES]
    data = CompositeDataset(CompositeConfig(size=8, seed=1, datasets=specs))
    found = list(data)
    assert data[7] == found[7]
    assert len({item["metadata"]["source_dataset"] for item in found}) > 2
    assert all(data.score_answer(item["answer"], item) == 1.0 for item in found)


def levels_of(curriculum: PuzzleCurriculum) -> list[dict[str, int]]:
    """Every choice of levels."""
    each = {name: range(len(one.levels)) for name, one in curriculum.attributes.items()}
    return [dict(zip(each, levels, strict=True)) for levels in itertools.product(*each.values())]


def test_all_levels_of_a_curriculum_can_be_made_from_small_and_easy_on(name: str) -> None:
    curriculum = create_curriculum(name)
    config = curriculum.generate_configuration({"size": 5, "seed": 1})
    assert (config.size, config.seed, config.grade) == (5, 1, "easy")
    assert small(name).items() <= vars(config).items()
    sizes = maker_of(FAMILIES[name]).sizes
    assert sizes is not None
    for levels in levels_of(curriculum):
        for attribute, level in levels.items():
            curriculum.set_attr_level(attribute, level)
        config = curriculum.generate_configuration()
        config.validate()
        size = getattr(config, field_name(sizes.parameter))
        assert config.grade in sizes.grades[size]
        # What an experiment changes is the same.
        assert curriculum.get_global_level() == {
            attribute: getattr(config, attribute) for attribute in levels
        }


def test_family_without_sizes_has_no_curriculum(monkeypatch: pytest.MonkeyPatch) -> None:
    name = min(FAMILIES)
    monkeypatch.setattr(type(maker_of(FAMILIES[name])), "sizes", None)
    *_, curriculum = classes_of.__wrapped__(FAMILIES[name])
    assert curriculum is None


def test_every_level_of_a_curriculum_is_harder_than_the_one_before(name: str) -> None:
    curriculum = create_curriculum(name)
    grades = []
    for level in range(4):
        for attribute, known in curriculum.attributes.items():
            curriculum.set_attr_level(attribute, min(level, len(known.levels) - 1))
        grades.append(curriculum.generate_configuration().grade)
    assert grades == list(GRADES)


def declared_sizes() -> list[tuple[str, str, Any, str]]:
    """Every dataset with a field, a size and a grade that the family tells of."""
    found = []
    for name, family in FAMILIES.items():
        sizes = maker_of(family).sizes
        for size, grades in ({} if sizes is None else sizes.grades).items():
            assert sizes is not None
            found += [(name, field_name(sizes.parameter), size, grade) for grade in grades]
    return found


@pytest.mark.skipif(not COMPILED, reason="in plain Python it takes minutes")
@pytest.mark.parametrize(("name", "field", "size", "wanted"), declared_sizes())
def test_sizes_have_the_grades_that_they_declare(
    name: str, field: str, size: Any, wanted: str
) -> None:
    item = created(name, grade=wanted, **{field: size})[0]
    assert item["metadata"]["difficulty"] == {"grade": wanted, field: size}


def test_an_experiment_becomes_harder_and_easier_again() -> None:
    name = min(FAMILIES)
    asked = {name: CurriculumAttributeConfig(attribute_levels={"*": 0})}
    experiment = CurriculumExperiment("one", CurriculumExperimentConfig(asked), size=2, seed=1)
    item = experiment.get_dataset_entry(0)
    entry = item["metadata"]["entry_id"]
    assert experiment.score_answer_with_id(item["answer"], entry) == 1.0
    assert experiment.score_board.aggregate()[name].total_scores == 1
    before = experiment.composite.datasets[name].config
    experiment.update_difficulty(name, "increment")
    harder = experiment.composite.datasets[name].config
    assert harder != before
    harder.validate()
    experiment.update_difficulty(name, "decrement")
    assert experiment.composite.datasets[name].config == before


def test_absent_reasoning_gym_is_reported_in_one_line() -> None:
    """Nothing but the line: no traceback of the import."""
    program = (
        "import sys; sys.modules['reasoning_gym'] = None\n"
        "from quincunx.errors import QuincunxError\n"
        "try:\n    import quincunx.datasets.gym\n"
        "except QuincunxError as error:\n    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == ("gym needs reasoning-gym: pip install 'quincunx[gym]'\n")
