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
from collections.abc import Mapping
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

import quincunx.gym
from quincunx.families import all_families
from quincunx.gym.registering import classes_of, name_of
from quincunx.making import maker_of
from quincunx.making.lots import lots_of

FAMILIES = {name_of(family): family for family in all_families().values()}
SMALL = {
    name: {}
    if maker_of(family).sizes is None
    else {
        classes_of(family)[0].maker().sizes.parameter: next(iter(maker_of(family).sizes.grades))
    }
    for name, family in FAMILIES.items()
}


@pytest.fixture(params=FAMILIES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)
