"""Network namespaces as machines on one switch, which itself is a namespace: nothing of the host's network is touched. Needs root."""
import ctypes
import http.client
import os
import socket
import subprocess
import threading

import service

libc = ctypes.CDLL(None, use_errno=True)
CLONE_NEWNET = 0x40000000


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


class Network:
    """Machines 10.0.0.1, 10.0.0.2 … of which each can be unplugged."""

    def __init__(self, count):
        self.switch = f"plumbline-{os.getpid()}"
        self.machines = [f"{self.switch}-{number}" for number in range(1, count + 1)]
        try:
            self.make()
        except BaseException:
            self.end()
            raise

    def make(self):
        ip("netns", "add", self.switch)
        ip("-n", self.switch, "link", "add", "switch", "type", "bridge")
        ip("-n", self.switch, "link", "set", "switch", "up")
        for number, machine in enumerate(self.machines, 1):
            ip("netns", "add", machine)
            ip("-n", self.switch, "link", "add", f"port{number}", "type", "veth", "peer", "name", "eth0", "netns", machine)
            ip("-n", self.switch, "link", "set", f"port{number}", "up")
            ip("-n", machine, "addr", "add", f"10.0.0.{number}/24", "dev", "eth0")
            ip("-n", machine, "link", "set", "eth0", "up")
            ip("-n", machine, "link", "set", "lo", "up")
            self.plug(number)

    def plug(self, number):
        ip("-n", self.switch, "link", "set", f"port{number}", "master", "switch")

    def unplug(self, number):
        """What it sends is lost without an answer, as on a broken cable."""
        ip("-n", self.switch, "link", "set", f"port{number}", "nomaster")

    def inside(self, number):
        """The beginning of a command that runs on the machine."""
        return ["nsenter", f"--net=/run/netns/{self.machines[number - 1]}"]

    def end(self):
        """Interfaces go with their namespaces. Processes must have ended."""
        for name in [*self.machines, self.switch]:
            subprocess.run(["ip", "netns", "del", name], capture_output=True)


class Place:
    """A port on a machine; `service.request` takes it in place of a port."""

    def __init__(self, machine, port, host="127.0.0.1"):
        self.machine, self.port, self.host = machine, port, host

    def connect(self, timeout):
        """A socket stays in the namespace in which it was made; only the calling thread goes there and back."""
        with open(f"/run/netns/{self.machine}") as there, open(f"/proc/self/task/{threading.get_native_id()}/ns/net") as here:
            enter(there)
            try:
                return socket.create_connection((self.host, self.port), timeout)
            finally:
                enter(here)

    def connection(self, timeout):
        return Connection(self, timeout)


class Connection(http.client.HTTPConnection):
    def __init__(self, place, timeout):
        super().__init__(place.host, place.port, timeout=timeout)
        self.place = place

    def connect(self):
        self.sock = self.place.connect(self.timeout)


def enter(file):
    if libc.setns(file.fileno(), CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "setns")


def serve(network, number, binary, database, log, environment):
    """-> the process of a service on the machine, and its place."""
    process, port = service.serve(binary, database, log=log, environment=environment, prefix=network.inside(number))
    return process, Place(network.machines[number - 1], port)
