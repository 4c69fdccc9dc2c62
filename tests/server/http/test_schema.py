"""The API does what its own description says, for whatever the description allows and forbids."""

from __future__ import annotations

import asyncio
import json

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tacit.server.http.openapi import describe
from tests.server.sites import Outside, quick

schema = schemathesis.openapi.from_dict(json.loads(json.dumps(describe())))

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    db = tmp_path_factory.mktemp("schema") / "a.db"
    site = Outside(db, quick(db))
    with asyncio.Runner() as runner:
        runner.run(site.start())
        yield site
        assert runner.run(site.stop()) == 0
    assert not [line for line in site.log if '"trace"' in line]


def test_the_description_is_valid_openapi():
    schema.validate()


@schema.parametrize()
@settings(max_examples=20, derandomize=True, suppress_health_check=list(HealthCheck))
def test_the_api_keeps_to_its_description(case, site):
    case.call_and_validate(base_url=site.url, checks=CHECKS)
