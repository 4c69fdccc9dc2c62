"""The conformance tests explain a failed assertion as the test modules do."""

import pytest

pytest.register_assert_rewrite("tests.store.conformance")
