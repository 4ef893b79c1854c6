"""A proxy before a PostgreSQL server that cuts connections at a COMMIT, and may move to another server."""
import random
import socket
import threading

# The codes of SSLRequest and GSSENCRequest.
ENCRYPTION = ((80877103).to_bytes(4, "big"), (80877104).to_bytes(4, "big"))
PLACES = ("before", "within", "after")


class CuttingProxy:
    """Cuts a share of the commits: before they reach the server, while it does them, or when its answer arrives, which is lost."""

    def __init__(self, port, share=0.0, seed=1):
        self.target, self.share, self.dice = port, share, random.Random(seed)
        self.counts = dict.fromkeys(PLACES, 0)
        self.open = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def move(self, port):
        """New connections go to another server, and all others are cut."""
        self.target = port
        self.cut_all()

    def cut_all(self):
        with self.lock:
            for each in self.open:
                end(each)

    def serve(self, client):
        try:
            server = socket.create_connection(("127.0.0.1", self.target), 5)
        except OSError:
            client.close()
            return
        server.settimeout(None)
        for each in (client, server):
            each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with self.lock:
            self.open |= {client, server}
        is_cut = threading.Event()
        back = threading.Thread(target=self.answers, args=(server, client, is_cut), daemon=True)
        back.start()
        try:
            self.requests(client, server, is_cut)
            # The server finishes what it has received, as behind a network that was cut.
            server.shutdown(socket.SHUT_WR)
        except OSError:
            end(server)
        back.join()
        with self.lock:
            self.open -= {client, server}
        client.close()
        server.close()

    def requests(self, client, server, is_cut):
        is_started = False
        while message := read_message(client, is_started):
            if is_started and message[:1] == b"Q" and message[5:11] == b"COMMIT" and (place := self.next_cut()):
                if place == "before":
                    end(client)
                    return
                is_cut.set()
                server.sendall(message)
                if place == "within":
                    end(client)
                else:
                    while read_message(client, True):
                        pass
                return
            # A client may ask for encryption first, which the server does not have.
            is_started = is_started or message[4:8] not in ENCRYPTION
            server.sendall(message)

    def next_cut(self):
        with self.lock:
            if self.dice.random() >= self.share:
                return None
            place = self.dice.choice(PLACES)
            self.counts[place] += 1
            return place

    def answers(self, server, client, is_cut):
        try:
            while part := server.recv(1 << 16):
                if is_cut.is_set():
                    # The answer to the commit has come, and is not passed on.
                    end(client)
                else:
                    client.sendall(part)
        except OSError:
            pass
        end(client)

    def end(self):
        self.listener.close()
        self.cut_all()


def end(connection):
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def read_message(connection, has_type):
    """A whole message of the protocol; nothing at the end. The first one has no type."""
    head = receive(connection, 5 if has_type else 4)
    if not head:
        return None
    rest = receive(connection, int.from_bytes(head[-4:], "big") - 4)
    return None if rest is None else head + rest


def receive(connection, count):
    data = b""
    while len(data) < count:
        try:
            part = connection.recv(count - len(data))
        except OSError:
            return None
        if not part:
            return None
        data += part
    return data
