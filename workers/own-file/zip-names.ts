/** The maximum number of bytes of a central directory that are read. */
const directoryLimitBytes = 1_048_576;
const endBytes = 22;
const longestCommentBytes = 65_535;
const entryBytes = 46;

/** The names in a Zip archive (APPNOTE.TXT 4.3.12 and 4.3.16), as far as they can be read; none if it is damaged. */
export async function zipNames(file: Blob): Promise<string[]> {
  const tailStart = Math.max(0, file.size - endBytes - longestCommentBytes);
  const tail = new DataView(await file.slice(tailStart).arrayBuffer());
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) return [];
  const start = tail.getUint32(end + 16, true);
  const sizeBytes = Math.min(tail.getUint32(end + 12, true), directoryLimitBytes);
  const directory = new DataView(await file.slice(start, start + sizeBytes).arrayBuffer());
  const decoder = new TextDecoder();
  const names: string[] = [];
  for (let at = 0; at + entryBytes <= directory.byteLength && directory.getUint32(at, true) === 0x02014b50; ) {
    const nameBytes = directory.getUint16(at + 28, true);
    if (at + entryBytes + nameBytes > directory.byteLength) break;
    names.push(decoder.decode(new Uint8Array(directory.buffer, at + entryBytes, nameBytes)));
    at += entryBytes + nameBytes + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return names;
}
