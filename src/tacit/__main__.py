"""`python -m tacit` is the `tacit` command."""

import sys

from tacit.cli import main

sys.exit(main())
