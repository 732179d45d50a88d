"""Shared by the tests."""

import pytest

#: Every game, some with options.
SPECS = [
    "abalone",
    "abalone:layout=placed,target=1",
    "abraxas",
    "abraxas:claim=manual,push=either",
    "abagio",
    "abagio:first=p",
    "blocs",
    "blocs:first=lot,zone=10",
]


@pytest.fixture(params=SPECS)
def spec(request: pytest.FixtureRequest) -> str:
    return str(request.param)
