"""What `make docs` adds to docs/: the pages of the project's root, and the API from its docstrings.

Links that lead out of docs/, into the source, stay as plain words.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ROOT_PAGES = {
    "README.md": "index.md",
    **{
        name: name
        for name in ("CHANGELOG.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "SECURITY.md")
    },
}
MODULES = (
    "tacit",
    "tacit.games.mindup",
    "tacit.games.extreme",
    "tacit.core.chance",
    "tacit.log.game",
    "tacit.log.replay",
    "tacit.log.verify",
    "tacit.bots.bot",
    "tacit.games.extreme.bots.between_plays",
    "tacit.client.seat",
    "tacit.client.sync",
    "tacit.store.store",
    "tacit.core.rulebook",
    "tacit.core.plug",
    "tacit.bots.asking",
    "tacit.table.conduct",
)
"""The modules that other programs use."""
LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are not in docs/."""
    from mkdocs.structure.files import File  # noqa: PLC0415  # an extra

    for name, uri in ROOT_PAGES.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, uri, content=text))
    api = "# API\n\nFrom the docstrings, for programs that use Tacit.\n\n"
    api += "\n".join(f"::: {module}\n" for module in MODULES)
    files.append(File.generated(config, "api.md", content=api))
    return files


def on_page_markdown(markdown: str, *, page: Any, files: Any, **_: Any) -> str:
    """Rewrite links to where pages are on the site."""
    here = page.file.src_uri
    origin = {uri: name for name, uri in ROOT_PAGES.items()}.get(here)
    folder = "" if origin else posixpath.join("docs", posixpath.dirname(here))

    def relink(link: re.Match[str]) -> str:
        text, target = link.groups()
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        path, hash_, anchor = target.partition("#")
        there = posixpath.normpath(posixpath.join(folder, path))
        uri = ROOT_PAGES.get(there) or there.removeprefix("docs/")
        if (ROOT / there).is_dir():
            uri = posixpath.join(uri, "README.md")
        if not there.startswith("docs/") and there not in ROOT_PAGES:
            return text
        if files.get_file_from_path(uri) is None:
            return link[0]  # it leads nowhere, and the build says so
        return f"[{text}]({posixpath.relpath(uri, posixpath.dirname(here) or '.')}{hash_}{anchor})"

    return LINK.sub(relink, markdown)
