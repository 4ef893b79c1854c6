"""Three servers with Patroni and etcd in namespaces, as the manual has them, and what goes wrong there while clients write."""
import argparse
import os
import time

import namespaces
import patroni
from history import Cluster
from service import figure

# Patroni's `ttl` of 20 seconds, two rounds of its loop, and a promotion on a busy machine.
MOST_SECONDS = 60


class FailOver:
    """Services beside each server and on a fourth machine."""

    def __init__(self, options, folder):
        self.network = namespaces.Network(4)
        self.servers = patroni.Servers(folder, self.network)
        self.options, self.folder = argparse.Namespace(**{**vars(options), "services": 4}), folder
        self.cluster = self.name = None

    def start(self):
        self.servers.start()
        for number in (1, 2, 3, 4):
            patroni.HAProxy(self.folder, self.network, number)
        self.servers.wait(self.servers.healthy, "the servers do not become synchronous")

    def under_load(self, name, proxied, disturbances):
        """Services on the machines that are named have HAProxy before the servers; the others know all three."""
        self.name, folder = name, f"{self.folder}/{name.replace(' ', '-')}"
        os.makedirs(folder)

        def launch(place):
            database = self.servers.proxied if place + 1 in proxied else self.servers.address
            return namespaces.serve(self.network, place + 1, self.options.binary, database, f"{folder}/service-{place}.log",
                                    {"PGPASSFILE": self.servers.passwords})

        self.cluster = Cluster(self.options, folder, "", launch)
        with self.cluster.load():
            for disturbance in disturbances:
                disturbance()
        self.cluster.check(name)
        self.check_copies()
        self.cluster.end()

    def disturb(self, name, fault, remedy=None, pause=3):
        """Waits after the fault until writes are acknowledged again, and after the remedy until all three servers are back."""
        time.sleep(3)
        before, begun = self.cluster.counts["steps"], time.monotonic()
        fault()
        done = time.monotonic()
        self.servers.wait(lambda: self.cluster.newest > done, f"{name}: nothing is written any more")
        seconds = self.cluster.newest - begun
        figure(f"{self.name}: {name}: seconds until a request was acknowledged again", round(seconds, 1), MOST_SECONDS, seconds < MOST_SECONDS)
        self.cluster.faults += 1
        time.sleep(pause)
        if remedy:
            remedy()
        self.servers.wait(self.servers.healthy, f"{name}: the servers do not come back")
        print(f"     {name}: {self.cluster.counts['steps'] - before} steps meanwhile, {len(self.cluster.stale)} old reads", flush=True)

    def kill_primary(self):
        former = self.servers.primary()
        self.disturb("kill -9 of the primary and its Patroni", lambda: self.servers.kill(former), lambda: self.servers.start_patroni(former))

    def unplug_primary(self):
        former = self.servers.primary()
        others = [number for number in self.servers.numbers if number != former]

        def fault():
            self.network.unplug(former)
            self.servers.wait(lambda: self.servers.primary(others), "the others have no primary")

        self.disturb("the primary without a network, and a service beside it", fault, lambda: self.network.plug(former))

    def unplug_standby(self):
        standby = self.servers.synchronous()
        self.disturb("the synchronous standby without a network", lambda: self.network.unplug(standby), lambda: self.network.plug(standby))

    def switch_over(self):
        former = self.servers.primary()
        self.disturb("patronictl switchover", lambda: self.servers.run(former, "patronictl", "-c", patroni.CONFIGURATION, "switchover", "--force"))

    def kill_patroni(self):
        """The former primary goes on without Patroni, so that there are two for a while."""
        former = self.servers.primary()
        others = [number for number in self.servers.numbers if number != former]

        def fault():
            self.servers.kill_patroni(former)
            self.servers.wait(lambda: self.servers.primary(others), "the others have no primary")

        self.disturb("kill -9 of the primary's Patroni alone", fault, lambda: self.servers.start_patroni(former), pause=15)

    def check_copies(self):
        """All three servers have the same rows."""
        sql = ["SELECT md5(string_agg(session || ' ' || number || ' ' || encode(seal, 'hex'), ',' ORDER BY session, number)) FROM step"]
        found = set()
        for _ in range(20):
            found = {self.servers.query(number, sql, "plumbline") for number in self.servers.numbers}
            if len(found) == 1:
                break
            time.sleep(1)
        figure(f"{self.name}: servers with other rows", len(found) - 1, 0, len(found) == 1)

    def end(self):
        if self.cluster:
            for process in filter(None, self.cluster.running):
                process.kill()
                process.wait()
        self.servers.end()
        self.network.end()


def patroni_phase(options, folder):
    if os.geteuid():
        print("patroni: skipped, network namespaces need root")
        return
    failover = FailOver(options, folder)
    try:
        failover.start()
        failover.under_load("patroni", [4], (failover.switch_over, failover.kill_primary, failover.unplug_standby, failover.unplug_primary))
        # Without Patroni the former primary goes on: services that know all servers would read from it what is old.
        failover.under_load("patroni behind HAProxy", [1, 2, 3, 4], (failover.kill_patroni, failover.kill_primary, failover.unplug_primary))
    finally:
        failover.end()
