import { type FilePart, FormatlabError } from '../../../../model/errors';
import type { FileSample } from '../../../../model/plan';
import type { ImportResult, ReadOptions } from '../../../../own-file/imported';
import { readNpy } from '../../open/npy';
import { parseNpyHeader } from '../../open/npy-header';
import { npyHeadBytes, planNpy } from '../../sample/cut-npy';
import { npz } from '../file-type';
import {
  packedFile,
  type PackedFile,
  unpackedPieces,
  unpackFile,
  unpackHead,
} from '../../../../own-file/packed/unpack';
import { isReadableEntry, type ZipEntry, zipEntries } from '../../../../own-file/packed/zip-directory';
import { type CutInfo, isReadWhole } from '../../../../own-file/sample/cut';
import { choosePart, type PartNouns } from '../../../../own-file/parts';
import { unreadableFileError } from '../../../../own-file/refusal';

const nouns: PartNouns = { one: 'array', several: 'arrays' };
/** Enough for the header of any array that numpy.save writes, except for structured ones with thousands of fields. */
const headerBytes = 65_536;
/** Headers are read of so many arrays; the others are listed by name alone. */
const describedArrays = 200;

/**
 * Reads one array of an archive that numpy.savez or numpy.savez_compressed wrote, as `npy.ts` reads a file of its own.
 * @throws FormatlabError if the archive or the array is damaged, or if the user must choose the array
 */
export async function readNpz(file: Blob, { fileName, reading, sample = null }: ReadOptions): Promise<ImportResult> {
  const entries = await zipEntries(file);
  if (entries === null)
    throw unreadableFileError(
      'The directory at the end of the archive is damaged or missing.',
      'Save the arrays again with numpy.savez(file, …).',
      { format: 'npz' },
    );
  const members = entries.map((entry) => ({ entry, packed: packedFile(file, fileName, 'zip', entry) }));
  const described: FilePart[] = [];
  // One after the other: each needs a library with a memory of its own.
  for (const [index, { entry, packed }] of members.entries())
    described.push({
      name: entry.name.replace(/\.npy$/u, ''),
      holds: index < describedArrays ? await arrayInWords(packed) : `${entry.sizeBytes.toLocaleString('en')} bytes`,
    });
  const parts = choosePart(described, reading, nouns, 'npz');
  const member = members[parts.chosen];
  if (member === undefined) throw new Error('The chosen array is none of the archive’s.');
  requireReadable(member.entry);
  const sampled = sample === null ? null : await sampledMember(member.packed, member.entry, sample);
  const content =
    sampled?.content ??
    new Uint8Array(
      await (
        await unpackFile(member.packed, npz, { what: `The array ${member.entry.name.slice(0, 200)}` })
      ).arrayBuffer(),
    );
  return {
    ...readNpy(content),
    ...(sampled === null ? {} : { cut: sampled.cut }),
    found: { parts },
    facts: [{ name: 'Members', value: member.entry.method === 0 ? 'stored' : 'deflated' }],
  };
}

/** Unpacks an array of any size, and keeps ranges of its rows. Null if it is read whole. */
async function sampledMember(
  packed: PackedFile,
  { sizeBytes }: ZipEntry,
  sample: FileSample,
): Promise<{ readonly content: Uint8Array<ArrayBuffer>; readonly cut: CutInfo } | null> {
  if (isReadWhole(sizeBytes, sample)) return null;
  const { head } = await unpackHead(packed, npyHeadBytes);
  const plan = planNpy(head.slice(), sizeBytes, sample);
  if (plan === null) return null;
  const { header, ranges, info } = plan;
  const content = new Uint8Array(ranges.reduce((sum, { from, to }) => sum + to - from, header.length));
  content.set(header);
  let [start, end] = [0, header.length];
  for await (const piece of unpackedPieces(packed, null, { isLimited: false })) {
    for (const { from, to } of ranges) {
      const kept = piece.subarray(Math.max(0, from - start), Math.max(0, to - start));
      content.set(kept, end);
      end += kept.length;
    }
    start += piece.length;
  }
  return { content, cut: info };
}

function requireReadable(entry: ZipEntry): void {
  if (isReadableEntry(entry)) return;
  const { name, method, isEncrypted } = entry;
  throw unreadableFileError(
    isEncrypted
      ? `The array ${name} is encrypted.`
      : `The array ${name} is compressed by method ${method}; Formatlab reads 0 (stored) and 8 (deflated).`,
    'Save the arrays again with numpy.savez(file, …).',
    { format: 'npz', tag: 'unsupported' },
  );
}

/** Shape and type of an array, in words. Damage is not reported here, since another array may be sound. */
async function arrayInWords(packed: PackedFile): Promise<string> {
  try {
    if (packed.entry !== null) requireReadable(packed.entry);
    const { head } = await unpackHead(packed, headerBytes);
    const { dtype, shape } = parseNpyHeader(head.slice());
    const type =
      dtype.kind === 'number'
        ? dtype.bool
          ? 'bool'
          : dtype.type
        : dtype.kind === 'half'
          ? 'float16'
          : dtype.kind === 'structured'
            ? `rows of ${dtype.fields.length} fields`
            : dtype.kind === 'other' || dtype.kind === 'foreign'
              ? dtype.description
              : dtype.kind;
    return `${shape.length === 0 ? 'one' : shape.map((length) => length.toLocaleString('en')).join(' × ')} ${type}`;
  } catch (thrown) {
    return thrown instanceof FormatlabError && thrown.record.tag === 'tooLarge' ? 'too large' : 'damaged';
  }
}
