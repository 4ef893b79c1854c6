"""Three servers with Patroni and etcd in namespaces, as the manual has them, and what goes wrong there while clients write."""
import argparse
import os
import time

import namespaces
import patroni
import service
from history import Cluster
from service import figure

# Patroni's `ttl` of 20 seconds, two rounds of its loop, and a promotion on a busy machine.
MOST_SECONDS = 60


class FailOver:
    """A service beside each server, which knows all three, and one on a fourth machine behind HAProxy."""

    def __init__(self, options, folder):
        self.network = namespaces.Network(4)
        self.servers = patroni.Servers(folder, self.network)
        self.options, self.folder = argparse.Namespace(**{**vars(options), "services": 4}), folder
        self.cluster = None

    def start(self):
        self.servers.start()
        patroni.HAProxy(self.folder, self.network, 4)
        self.servers.wait(self.servers.healthy, "the servers do not become synchronous")
        self.cluster = Cluster(self.options, self.folder, self.servers.address, self.launch)

    def launch(self, place):
        database = self.servers.address if place < 3 else self.servers.proxied
        return namespaces.serve(self.network, place + 1, self.options.binary, database, f"{self.folder}/service-{place}.log",
                                {"PGPASSFILE": self.servers.passwords})

    def disturb(self, name, fault, remedy=None):
        """Waits after the fault until writes are acknowledged again, and after the remedy until all three servers are back."""
        time.sleep(3)
        before, begun = self.cluster.counts["steps"], time.monotonic()
        fault()
        done = time.monotonic()
        self.servers.wait(lambda: self.cluster.newest > done, f"{name}: nothing is written any more")
        seconds = self.cluster.newest - begun
        figure(f"patroni: {name}: seconds until a request was acknowledged again", round(seconds, 1), MOST_SECONDS, seconds < MOST_SECONDS)
        self.cluster.faults += 1
        time.sleep(3)
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

        self.disturb("kill -9 of the primary's Patroni alone", fault, lambda: self.servers.start_patroni(former))

    def check_copies(self):
        """All three servers have the same rows."""
        sql = ["SELECT md5(string_agg(session || ' ' || number || ' ' || encode(seal, 'hex'), ',' ORDER BY session, number)) FROM step"]
        found = set()
        for _ in range(20):
            found = {self.servers.query(number, sql, "plumbline") for number in self.servers.numbers}
            if len(found) == 1:
                break
            time.sleep(1)
        figure("patroni: servers with other rows", len(found) - 1, 0, len(found) == 1)

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
        with failover.cluster.load():
            for disturbance in (failover.switch_over, failover.kill_primary, failover.unplug_standby, failover.unplug_primary, failover.kill_patroni):
                disturbance()
        failover.cluster.check("patroni")
        failover.check_copies()
    finally:
        failover.end()
