import type { OwnFileType } from '../model/plan';
import { checkUnpackedSize } from './limits';
import { unreadableFileError } from './refusal';

const name = /(?<inner>.+)\.gz(ip)?$/iu;
/** Unpacked bytes are moved to a Blob, which the browser may keep on disk, whenever this many have accumulated. */
const heldBytes = 16 * 1_048_576;

/** The file's name without the gzip extension; null if the first bytes are not gzip's. */
export async function gzipName(file: Blob, fileName: string): Promise<string | null> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b ? (name.exec(fileName)?.groups?.inner ?? fileName) : null;
}

/** The first unpacked bytes, and whether they are all. */
export async function unpackGzipHead(
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

/**
 * Unpacks the whole file.
 * @throws `tooLarge` as soon as the content exceeds the limit for a file of the type.
 */
export async function unpackGzip(file: Blob, fileName: string, type: OwnFileType): Promise<Blob> {
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
  if (found === 0) throw unreadableFileError(`${fileName} is an empty gzip file.`, 'Choose a file that is not empty.');
  return new Blob([...parts, ...pieces]);
}

/** Calls `take` with each unpacked piece until it returns false. */
async function unpacking(
  file: Blob,
  fileName: string,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<void> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((thrown: unknown) => {
      throw unreadableFileError(
        `${fileName} is a gzip file that can’t be unpacked: it is damaged or truncated, or has several members (the browser unpacks only one).`,
        'Unpack it first and choose its content, or measure its bytes as they are.',
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
