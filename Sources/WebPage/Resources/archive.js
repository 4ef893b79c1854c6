// An exported view hierarchy that was dropped: its archive as it is, or its folder packed as one.

const most = 64 * 1024 * 1024;

/** Returns the archive of a dropped folder. */
export async function packed(folder) {
  const files = [];
  await collect(folder, '', files);
  if (!files.some(({ path }) => path.includes('RequestResponses/Response_'))) {
    throw new Error(`“${folder.name}” is not an exported view hierarchy: it has no file RequestResponses/Response_0. To open other files, drop them without their folder.`);
  }
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return zip(files);
}

/** Adds the files of a folder that belong to the format. */
async function collect(folder, prefix, files) {
  for (const entry of await list(folder)) {
    const path = `${prefix}${entry.name}`;
    if (entry.isDirectory) {
      if (entry.name === 'RequestResponses') await collect(entry, `${path}/`, files);
    } else if (entry.name === 'metadata' || entry.name.startsWith('Response_')) {
      const file = await new Promise((done, fail) => { entry.file(done, fail); });
      if (files.reduce((sum, { bytes }) => sum + bytes.length, file.size) > most) throw new Error(`“${folder.name}” is larger than 64 MB, the limit of this page. Check it on the command line instead.`);
      files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
    }
  }
}

/** All entries of a folder, which a browser hands out in parts. */
async function list(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((done, fail) => { reader.readEntries(done, fail); });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** A zip archive of stored files. */
function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { path, bytes } of files) {
    const name = new TextEncoder().encode(path);
    const common = [10, 0, 0, 8, 0, 0, 0, 0, 0x21, 0, ...long(checksum(bytes)), ...long(bytes.length), ...long(bytes.length), ...short(name.length), 0, 0];
    const head = new Uint8Array([0x50, 0x4B, 3, 4, ...common]);
    parts.push(head, name, bytes);
    directory.push(new Uint8Array([0x50, 0x4B, 1, 2, 10, 0, ...common, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...long(offset)]), name);
    offset += head.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = new Uint8Array([0x50, 0x4B, 5, 6, 0, 0, 0, 0, ...short(files.length), ...short(files.length), ...long(size), ...long(offset), 0, 0]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

const short = (value) => [value & 255, value >>> 8 & 255];
const long = (value) => [...short(value), ...short(value >>> 16)];

/** CRC-32. */
function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum >>> 1 ^ (sum & 1 ? 0xEDB88320 : 0);
  }
  return ~sum >>> 0;
}
