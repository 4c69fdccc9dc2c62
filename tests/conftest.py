"""How long the property tests look: HYPOTHESIS_PROFILE=mutants is the short look."""

import os

from hypothesis import settings

settings.register_profile("default", deadline=None, print_blob=True)
settings.register_profile(
    "mutants", settings.get_profile("default"), max_examples=10, derandomize=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
