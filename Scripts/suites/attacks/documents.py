"""Documents and archives that are hard on a service; some are small and only their analysis is long."""
import io
import json
import zipfile

SMALL = b'{"constraints":["a.width == 10"]}'
# Few bytes, and conflicts beyond number: each chain of choices is another one.
CHOICES = json.dumps({"constraints": [f"v{i}.width == {value + i}" for i in range(9) for value in (10, 20, 30)]
                      + [f"v{i}.width == v{i - 1}.width + {i * 7 % 50}" for i in range(1, 9)]}).encode()
# A chain of 2,500 views that have other widths.
CHAINS = json.dumps({"constraints": [f"v{n}.width == {10 + n % 7}" for n in range(2500)]
                     + [f"v{n}.width == v{n - 1}.width + {n % 5}" for n in range(1, 2500)]}).encode()
# 200 KB with 27,000 ambiguities: its report has some megabytes.
AMBIGUITIES = json.dumps({"constraints": [f"v{n}.width == {n}" for n in range(9000)]}).encode()


def compact(value):
    """The shortest JSON text of a value."""
    return json.dumps(value, separators=(",", ":")).encode()


def views(count, parent=lambda number: "root"):
    """A document of so many views without constraints."""
    below = [{"id": f"v{number}", "parent": parent(number)} for number in range(count)]
    return json.dumps({"constraints": [], "views": [{"id": "root"}] + below}).encode()


def nested(count):
    """A document in which each view contains the next one."""
    return views(count, lambda number: f"v{number - 1}" if number else "root")


def fixed_frames(count):
    """A document of so many views whose frames are fixed by constraints."""
    attributes = (("left", "root.left +"), ("top", "root.top +"), ("width", ""), ("height", ""))
    constraints = [f"v{n}.{one} == {other} {n % 97}" for n in range(count) for one, other in attributes]
    return json.dumps(json.loads(views(count)) | {"constraints": constraints}).encode()


def interface_builder_file(count):
    """An Interface Builder file of so many views, each with a constraint."""
    view = ('<view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="v%d">'
            '<rect key="frame" x="0.0" y="0.0" width="10" height="10"/>'
            '<constraints><constraint firstAttribute="width" constant="10" id="c%d"/></constraints></view>\n')
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" '
            'toolsVersion="21701" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">\n<objects>\n'
            '<view contentMode="scaleToFill" id="iN0-l3-epB"><rect key="frame" x="0.0" y="0.0" width="393" height="852"/>\n<subviews>\n'
            + "".join(view % (n, n) for n in range(count)) + "</subviews></view></objects></document>\n").encode()


def archive(files, checksum=None):
    """A zip archive of a view hierarchy with these responses, which are deflated; a checksum replaces the right one of each."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as written:
        for number, content in enumerate(files):
            written.writestr(f"x.viewhierarchy/RequestResponses/Response_{number}", content)
    if checksum is None:
        return whole.getvalue()
    # The checksum is at offset 14 of a local header, and 16 of an entry of the directory.
    found = bytearray(whole.getvalue())
    for sign, offset in ((b"PK\3\4", 14), (b"PK\1\2", 16)):
        place = found.find(sign)
        while place >= 0:
            found[place + offset:place + offset + 4] = checksum
            place = found.find(sign, place + 4)
    return bytes(found)


def zstandard_frame(count):
    """A frame of Zstandard, short itself, of a list with one text of `count` MiB."""
    # A block of two bytes, blocks that repeat one, and the last one of two bytes.
    blocks = (2 << 3).to_bytes(3, "little") + b'["' + (((1 << 17) << 3 | 2).to_bytes(3, "little") + b"a") * (8 * count)
    return b"\x28\xb5\x2f\xfd\xe0" + (count * (1 << 20) + 4).to_bytes(8, "little") + blocks + (2 << 3 | 1).to_bytes(3, "little") + b'"]'
