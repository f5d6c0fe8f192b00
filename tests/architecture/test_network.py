"""The tests themselves cannot reach the outside."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.network import OutsideRefused


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("10.0.0.1", 80), ("2001:db8::1", 80)])
def test_connecting_to_the_outside_is_refused(address: tuple[str, int], refused: list[str]) -> None:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    before = len(refused)
    with socket.socket(family) as client, pytest.raises(OutsideRefused):
        client.connect(address)
    assert len(refused) == before + 1


def test_looking_up_an_outside_name_is_refused() -> None:
    with pytest.raises(OutsideRefused):
        socket.getaddrinfo("example.com", 80)


@pytest.mark.usefixtures("refused")
def test_sending_a_datagram_to_the_outside_is_refused() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client, pytest.raises(OutsideRefused):
        client.sendto(b"hello", ("192.0.2.1", 53))


def test_loopback_is_allowed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()) as client:
            client.sendall(b"hello")
        peer, _ = server.accept()
        with peer:
            assert peer.recv(5) == b"hello"


def test_a_test_that_swallows_the_refusal_fails_all_the_same(tmp_path: Path) -> None:
    swallowing = """
import contextlib, socket
def test_swallows():
    with contextlib.suppress(Exception), socket.socket() as client:
        client.connect(("192.0.2.1", 80))
"""
    (tmp_path / "test_swallows.py").write_text(swallowing, encoding="utf-8")
    here = Path(__file__).parents[2]
    command = (
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--no-cov",
        "-p",
        "no:cacheprovider",
        "-p",
        "tests.conftest",
    )
    done = subprocess.run(
        (*command, "--rootdir", str(tmp_path), str(tmp_path)),
        cwd=here,
        env={"PYTHONPATH": str(here)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "it tried to leave this machine" in done.stdout
