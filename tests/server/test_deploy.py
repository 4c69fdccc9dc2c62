"""What deploy/ has around a site, tried on a real one: alerts, dashboard, proxies, backups."""

from __future__ import annotations

import asyncio
import configparser
import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

import aiohttp
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tacit.server.http.guard import LARGEST_BYTES
from tests.cluster.ports import free_ports
from tests.server.answers import call
from tests.server.client import people
from tests.server.sites import Outside, inside, quick

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}


def program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip(f"there is no {name} on this machine to try it with")
    return found


def questions() -> dict[str, list[str]]:
    """Return every expression of the alert rules and of the dashboard."""
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    return {
        "alerts.yml": [rule["expr"] for group in rules for rule in group["rules"]],
        "grafana.json": [one["expr"] for panel in panels for one in panel["targets"]],
    }


@pytest.mark.parametrize("file", ["alerts.yml", "grafana.json"])
async def test_what_is_asked_of_prometheus_is_there(tmp_path, file):
    async with inside(quick(tmp_path / "a.db")) as site:
        text = (await call(site, "GET", "/metrics")).body.decode()
    there = {"up"}  # Prometheus' own
    for family in text_string_to_metric_families(text):
        there |= {family.name + end for end in SUFFIXES.get(family.type, ("",))}
    asked = questions()[file]
    assert len(asked) >= 10
    for one in asked:
        named = set(re.findall(r"\b(?:up|(?:tacit|process)_[a-z_]+)\b(?=[{\[ )]|$)", one))
        assert named, one
        assert named <= there, (one, named - there)


def test_promtool_takes_the_rules_and_they_say_what_they_should():
    promtool = program("promtool")
    for words in (
        ["check", "config", DEPLOY / "prometheus.yml"],
        ["check", "rules", DEPLOY / "alerts.yml"],
        ["test", "rules", ROOT / "tests" / "alerts_test.yml"],
    ):
        ran = subprocess.run([promtool, *words], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_promtool_expects_is_what_the_rules_say():
    """Where there is no promtool, too: its expectations went stale unseen."""
    groups = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"]
    said = {rule["alert"]: rule["annotations"] for group in groups for rule in group["rules"]}
    (world,) = yaml.safe_load((ROOT / "tests" / "alerts_test.yml").read_text())["tests"]
    expected = [
        (test["alertname"], alert)
        for test in world["alert_rule_test"]
        for alert in test["exp_alerts"]
    ]
    assert len(expected) >= 2
    for name, alert in expected:
        instance = alert["exp_labels"]["instance"]
        told = {
            key: text.replace("{{ $labels.instance }}", instance)
            for key, text in said[name].items()
        }
        assert alert["exp_annotations"] == told


def test_prometheus_asks_the_ports_after_the_sites():
    (job,) = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())["scrape_configs"]
    (targets,) = job["static_configs"]
    assert targets["targets"] == [f"127.0.0.1:{8000 + node}" for node in (1, 2, 3)]


def nginx_config(folder: Path, site: str, ports: tuple[int, int], node: int) -> Path:
    """Write deploy/nginx.conf for this machine: other ports and a certificate of its own."""
    subprocess.run(
        [
            *(program("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={site}", "-keyout", folder / "privkey.pem"),
            *("-out", folder / "fullchain.pem"),
        ],
        check=True,
        capture_output=True,
    )
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("/etc/letsencrypt/live/play.example.org", str(folder)),
        ("listen 80;", f"listen 127.0.0.1:{ports[0]};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{ports[1]} ssl;"),
        ("127.0.0.1:8000", f"127.0.0.1:{node}"),
    ):
        assert old in text
        text = text.replace(old, new)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    main = folder / "main.conf"
    main.write_text(
        f"daemon off; user root; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
        f" http {{ access_log off; {places} {text} }}"
    )
    return main


@asynccontextmanager
async def nginx(config: Path, port: int):
    process = await asyncio.create_subprocess_exec(program("nginx"), "-c", str(config))
    try:
        async with asyncio.timeout(20):
            while True:
                try:
                    _, writer = await asyncio.open_connection("127.0.0.1", port)
                    break
                except OSError:
                    assert process.returncode is None
                    await asyncio.sleep(0.02)
        writer.close()
        yield
    finally:
        process.terminate()
        await process.wait()


async def test_nginx_passes_on_websockets_addresses_and_bodies(tmp_path):
    program("nginx")
    plain, tls, node = free_ports(3)
    config = nginx_config(tmp_path, "play.example.org", (plain, tls), node)
    checked = subprocess.run(
        [program("nginx"), "-t", "-c", config], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    site = Outside(tmp_path / "a.db", quick(tmp_path / "a.db", port=node, behind_proxy=True))
    headers = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    host = {"Host": f"play.example.org:{tls}"}
    async with site, nginx(config, plain), aiohttp.ClientSession() as http:
        url = f"https://127.0.0.1:{tls}"
        answer = await http.get(f"http://127.0.0.1:{plain}/t/x", allow_redirects=False)
        assert answer.status == 301
        page = await http.get(f"{url}/", ssl=False, headers=host | headers)
        assert "Secure" in page.headers["Set-Cookie"], "the site was told of TLS"
        cookie = page.cookies["tacit"].value
        mine = host | {"Cookie": f"tacit={cookie}"}
        body = {"game": "mindup", "name": "Ann"}
        opened = await http.post(f"{url}/api/tables", ssl=False, headers=mine, json=body)
        assert opened.status in (200, 201), await opened.text()
        table = (await opened.json())["table"]
        async with http.ws_connect(f"{url}/ws/{table}", ssl=False, headers=mine) as socket:
            assert not socket.closed
        for size, status in ((LARGEST_BYTES, 415), (LARGEST_BYTES + 1, 413)):
            large = await http.post(
                f"{url}/api/tables",
                ssl=False,
                headers=mine | {"Content-Encoding": "gzip"},
                data=BytesIO(b"x" * size),
            )
            assert large.status == status
            assert ("X-Request-Id" in large.headers) is (status == 415), "who refused it"
        assert (await http.get(f"{url}/metrics", ssl=False, headers=host)).status == 404


def test_proxies_set_what_the_site_believes():
    text = (DEPLOY / "nginx.conf").read_text()
    assert "X-Forwarded-For $remote_addr;" in text, "what visitors claim must not pass"
    assert "X-Forwarded-Proto $scheme;" in text
    assert f"client_max_body_size {LARGEST_BYTES // 2**20}m;" in text
    for line in ("proxy_http_version 1.1;", "Upgrade $http_upgrade;", "Host $http_host;"):
        assert line in text


def test_traefik_leads_to_the_site_and_asks_whether_it_is_well():
    told = yaml.safe_load((DEPLOY / "traefik.yml").read_text())["http"]
    router = told["routers"]["tacit"]
    balancer = told["services"][router["service"]]["loadBalancer"]
    assert balancer["servers"] == [{"url": "http://127.0.0.1:8000"}]
    assert balancer["passHostHeader"]
    assert balancer["healthCheck"]["path"] == "/readyz"
    assert "middlewares" not in told, "buffering would break WebSockets"
    assert router["tls"]["certResolver"]


def run(script: str, *words: object, db: Path) -> subprocess.CompletedProcess[str]:
    tacit = db.parent / "tacit"
    tacit.write_text(f'#!/bin/sh\nexec {sys.executable} -m tacit "$@"\n')
    tacit.chmod(0o755)
    env = os.environ | {"TACIT": str(tacit), "TACIT_DB": str(db), "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        [DEPLOY / script, *map(str, words)], env=env, capture_output=True, text=True, check=False
    )


async def test_backups_are_made_while_it_runs_rotated_and_brought_back(tmp_path):
    db, folder = tmp_path / "a.db", tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 4):
        (folder / f"tacit-2020010{day}T043000.db").write_bytes(b"old")
    (folder / "notes.txt").write_text("not ours")
    async with Outside(db) as site, people(site.url, "Ann") as (ann,):
        await ann.open("mindup")
        ran = await asyncio.to_thread(run, "backup.sh", folder, 2, db=db)
    assert ran.returncode == 0, ran.stderr
    names = sorted(file.name for file in folder.iterdir())
    assert len(names) == 3
    assert names[:2] == ["notes.txt", "tacit-20200103T043000.db"]
    assert (folder / names[2]).stat().st_mode & 0o077 == 0, "it holds secrets"
    program("curl")
    ran = await asyncio.to_thread(run, "restore-drill.sh", folder, db=db)
    assert ran.returncode == 0, ran.stderr
    assert "1 tables" in ran.stdout
    assert ran.stdout.endswith(f"{names[2]} is good\n")


async def test_a_backup_that_failed_removes_no_other(tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    for day in range(1, 4):
        (folder / f"tacit-2020010{day}T043000.db").write_bytes(b"old")
    ran = await asyncio.to_thread(run, "backup.sh", folder, 1, db=tmp_path / "none.db")
    assert ran.returncode != 0
    assert len(list(folder.iterdir())) == 3
    drill = await asyncio.to_thread(run, "restore-drill.sh", folder, db=tmp_path / "none.db")
    assert drill.returncode != 0
    assert "is good" not in drill.stdout


def test_the_backups_unit_uses_the_sites_user_and_database(tmp_path):
    units = {}
    for name in ("tacit.service", "tacit-backup.service", "tacit-backup.timer"):
        units[name] = configparser.ConfigParser(strict=False, interpolation=None)
        units[name].optionxform = str
        units[name].read(DEPLOY / name)
        text = (DEPLOY / name).read_text()
        text = re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text)
        (tmp_path / name).write_text(text)
    site, backup = units["tacit.service"]["Service"], units["tacit-backup.service"]["Service"]
    assert backup["User"] == "tacit", "what a unit with DynamicUser is called by its name"
    assert site["Environment"].split()[0] in backup["Environment"].split()
    assert backup["StateDirectory"].split()[0] == site["StateDirectory"]
    assert backup["ExecStart"].split()[1] == f"/var/lib/{backup['StateDirectory'].split()[1]}"
    assert "postgresql.service" in units["tacit.service"]["Unit"]["After"].split()
    ran = subprocess.run(
        [program("systemd-analyze"), "verify", *sorted(tmp_path.iterdir())],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "tacit" not in ran.stderr, ran.stderr
