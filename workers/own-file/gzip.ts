import type { OwnFileType } from '../model/plan';
import { checkUnpackedSize } from './limits';
import { refusal } from './refusal';

const name = /(?<inner>.+)\.gz(ip)?$/iu;
/** Pieces of what was unpacked go to the browser's keeping when they have come to so many bytes. */
const heldBytes = 16 * 1_048_576;

/** What a file of gzip is called without its ending; null where its first bytes tell that it is none. */
export async function gzipName(file: Blob, fileName: string): Promise<string | null> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b ? (name.exec(fileName)?.groups?.inner ?? fileName) : null;
}

/** The first bytes of what is packed, and whether they are all. */
export async function unpackedHead(
  file: Blob,
  fileName: string,
  sizeBytes: number,
): Promise<{ head: Uint8Array; whole: boolean }> {
  const pieces: Uint8Array[] = [];
  let found = 0;
  await unpacking(file, fileName, (piece) => {
    pieces.push(piece);
    found += piece.length;
    return found <= sizeBytes;
  });
  const head = new Uint8Array(Math.min(found, sizeBytes));
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, head.length - at);
    head.set(part, at);
    at += part.length;
  }
  return { head, whole: found <= sizeBytes };
}

/** All of what is packed. Throws `tooLarge` as soon as it is more than a file of the type may have. */
export async function unpacked(file: Blob, fileName: string, type: OwnFileType): Promise<Blob> {
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let [held, found] = [0, 0];
  await unpacking(file, fileName, (piece) => {
    found += piece.length;
    checkUnpackedSize(fileName, found, type);
    pieces.push(piece);
    held += piece.length;
    if (held < heldBytes) return true;
    parts.push(new Blob(pieces));
    pieces = [];
    held = 0;
    return true;
  });
  if (found === 0)
    throw refusal(`${fileName} is a gzip file with nothing in it.`, 'Choose a file that has something in it.');
  return new Blob([...parts, ...pieces]);
}

/** Calls `take` with each piece until it gives false. */
async function unpacking(
  file: Blob,
  fileName: string,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<void> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((thrown: unknown) => {
      throw refusal(
        `${fileName} is a gzip file that can’t be unpacked: it is damaged or cut short, or of several parts, of which the browser unpacks only one.`,
        'Unpack it first and choose what was in it, or measure its bytes as they are.',
        { cause: thrown },
      );
    });
    if (done) return;
    try {
      if (take(value)) continue;
    } catch (thrown) {
      await reader.cancel();
      throw thrown;
    }
    await reader.cancel();
    return;
  }
}
