"""The tests themselves cannot reach the outside."""

import socket

import pytest

from tests.network import OutsideRefused


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("10.0.0.1", 80), ("2001:db8::1", 80)])
def test_connecting_to_the_outside_is_refused(address: tuple[str, int]) -> None:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.socket(family) as client, pytest.raises(OutsideRefused):
        client.connect(address)


def test_looking_up_an_outside_name_is_refused() -> None:
    with pytest.raises(OutsideRefused):
        socket.getaddrinfo("example.com", 80)


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
