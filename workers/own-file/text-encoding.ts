/** A text file as UTF-8, and what had to be done for it. */
export interface Utf8Text {
  readonly file: Blob;
  /** As the dialect names it: 'UTF-8', 'UTF-16LE' … */
  readonly encoding: string;
  readonly note: string | null;
}

/** Whether all of it is valid UTF-8, read in pieces. */
async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      decoder.decode(value, { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    await reader.cancel();
    return false;
  }
}

async function decodedFrom(file: Blob, encoding: string): Promise<Blob> {
  const pieces: string[] = [];
  const decoder = new TextDecoder(encoding);
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(decoder.decode(value, { stream: true }));
  }
  pieces.push(decoder.decode());
  return new Blob(pieces);
}

/** UTF-16 by its byte order mark; UTF-8 with or without one; whatever is neither is read as Windows-1252, which gives every byte a character, and says so. */
export async function asUtf8(file: Blob): Promise<Utf8Text> {
  const [first, second, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer());
  if (first === 0xff && second === 0xfe)
    return {
      file: await decodedFrom(file, 'utf-16le'),
      encoding: 'UTF-16LE',
      note: 'The file is UTF-16 and was read as such.',
    };
  if (first === 0xfe && second === 0xff)
    return {
      file: await decodedFrom(file, 'utf-16be'),
      encoding: 'UTF-16BE',
      note: 'The file is UTF-16 (big-endian) and was read as such.',
    };
  const marked = first === 0xef && second === 0xbb && third === 0xbf;
  if (await isUtf8(file))
    return {
      file: marked ? file.slice(3) : file,
      encoding: marked ? 'UTF-8 with a byte order mark' : 'UTF-8',
      note: null,
    };
  return {
    file: await decodedFrom(file, 'windows-1252'),
    encoding: 'Windows-1252',
    note: 'The file is not valid UTF-8; it was read as Windows-1252. If letters look wrong, save it as UTF-8 and drop it again.',
  };
}
