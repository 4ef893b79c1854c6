"""The service with one script of the page taken away: what its exports do is nothing."""
import http.client
import http.server
import re
import threading
import urllib.parse

NOTHING = """
const nothing = new Proxy(function () {}, { get: (_, key) => (key === Symbol.iterator ? function* () {} : key === 'then' || key === Symbol.toPrimitive ? undefined : nothing), apply: () => undefined, construct: () => nothing });
"""


def emptied(module, name, text):
    """A file as it is sent, without one file of the page that it is made of; of a module what it exports stays, and does nothing."""
    if module.endswith(".css"):
        return "" if name.endswith(".css") else text
    if name == module:
        # A part that is loaded when it is first wanted, or the module that begins it all.
        exports = re.findall(r"^export (?:async )?(?:function\*?|class|const) (\w+)", text, re.MULTILINE)
        if exports or not text.startswith("// "):
            return NOTHING + "\n".join(f"export const {each} = nothing;" for each in exports)
    begin = text.find(f"// {module}\n")
    if begin < 0:
        return text
    end = text.index("\n})();\n", begin)
    last = text.rindex("\nreturn { ", begin, end)
    exports = text[last + 10:end].rstrip(" };").split(", ")
    space = module.removesuffix(".js")
    members = ", ".join(f"{each}: nothing" for each in exports if each)
    return f"{text[:begin]}const ${space} = (() => {{ {NOTHING} return {{ {members} }}; }})();\n{text[end + 7:]}"


class Stub:
    """A proxy before the service. `without` is the file that is taken away, or none."""

    def __init__(self, address):
        service = urllib.parse.urlsplit(address).netloc
        stub = self
        self.without = None

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length) if length else None
                connection = http.client.HTTPConnection(service, timeout=60)
                dropped = ("connection", "accept-encoding", "if-none-match")
                connection.request(self.command, self.path, body, {k: v for k, v in self.headers.items() if k.lower() not in dropped})
                response = connection.getresponse()
                if "event-stream" in (response.getheader("Content-Type") or ""):
                    self.stream(response)
                    return
                data = response.read()
                if stub.without and self.path.startswith("/assets/") and self.path.endswith((".js", ".css")):
                    data = emptied(stub.without, self.path.removeprefix("/assets/"), data.decode()).encode()
                self.send_response(response.status)
                for name, value in response.getheaders():
                    if name.lower() not in ("content-length", "connection", "date", "etag", "cache-control"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.send_header("Cache-Control", "no-store")
                self.end_headers()
                self.wfile.write(data)

            def stream(self, response):
                self.send_response(response.status)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                try:
                    while line := response.readline():
                        self.wfile.write(line)
                        self.wfile.flush()
                except OSError:
                    pass

            do_GET = do_POST = do_DELETE = do_PUT = answer

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A browser that leaves in the middle of an answer is nothing to tell.
        self.server.handle_error = lambda *_: None
        self.server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
