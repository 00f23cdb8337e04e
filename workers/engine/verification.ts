import { type CanonicalParts, toCanonical } from '../model/canonical';
import { codecOptions } from '../model/codec-options';
import { type Dataset, schemaOf } from '../model/dataset';
import { type CodecImplementationMeta, type FormatModule, unsupportedReason } from '../model/entry';
import { differenceOfMolecules } from '../model/molecules/difference';
import type { Molecules } from '../model/molecules/molecules';
import { FormatlabError, toErrorRecord } from '../model/errors';
import { completeOptions, type OptionValue, type OptionValues } from '../model/options';
import { type WrappingCodec, wrappingCodec } from '../model/plan';
import type { Verification } from '../model/result';
import type { CandidateSession } from './candidate-session';
import { decompressMs } from '../registry/estimate';
import { performanceClock } from './clock';
import { openFileCodec } from './file-codec';
import type { MeasuringRegistry } from './registry';
import { sha256Of } from './sha256';

/** What is to be verified: a dataset and the SHA-256 of its canonical form. */
export interface Source {
  readonly dataset: Dataset;
  readonly sha256: string;
  readonly dataBytes: number;
}

function forget(dataset: Dataset, modules: readonly FormatModule[]): Dataset {
  return modules.reduce((kept, module) => module.forget?.(kept) ?? kept, dataset);
}

/**
 * Null where `decoded` equals the source up to what the modules declare they lose, else a sentence that says where they part.
 * Both are compared in canonical form, by length and SHA-256.
 */
export async function differenceOf(source: Source, decoded: Dataset, modules: readonly FormatModule[]): Promise<string | null> {
  const lossy = modules.some((module) => module.forget !== undefined || module.reorders);
  if (decoded.kind === 'molecules' && source.dataset.kind === 'molecules' && modules.some(({ reorders }) => reorders)) {
    return differenceOfMolecules(forget(source.dataset, modules) as Molecules, forget(decoded, modules) as Molecules);
  }
  const found = toCanonical(forget(decoded, modules));
  const foundSha256 = await sha256Of(found.parts);
  if (!lossy && foundSha256 === source.sha256) return null;
  const expected = toCanonical(forget(source.dataset, modules));
  if (lossy && found.sizeBytes === expected.sizeBytes && foundSha256 === (await sha256Of(expected.parts))) return null;
  return describeDifference(expected, found, source.dataset, decoded);
}

function describeDifference(expected: CanonicalParts, found: CanonicalParts, source: Dataset, decoded: Dataset): string {
  const expectedSchema = JSON.stringify(schemaOf(source));
  const foundSchema = JSON.stringify(schemaOf(decoded));
  const header = (parts: CanonicalParts) => new TextDecoder().decode(parts.parts[0]).trimEnd();
  if (header(expected) !== header(found)) return `It gave ${header(found).slice(0, 300)} where ${header(expected).slice(0, 300)} was written.`;
  for (let index = 1; index < expected.parts.length; index += 1) {
    const left = expected.parts[index];
    const right = found.parts[index];
    if (left === undefined || right === undefined) break;
    const at = left.findIndex((byte, position) => byte !== right[position]);
    if (at >= 0) return `It gave other values than were written, first at byte ${at} of buffer ${index} (${right[at]} for ${left[at]}).`;
  }
  return expectedSchema === foundSchema ? 'It gave other values than were written.' : `It gave ${foundSchema.slice(0, 300)} where ${expectedSchema.slice(0, 300)} was written.`;
}

type Rejection = Verification['rejectedBy'][number];
interface Outcome {
  readonly acceptedBy: readonly string[];
  readonly rejectedBy: readonly Rejection[];
  /** Why some were not asked, as a sentence; null where all were. */
  readonly leftOut: string | null;
}

interface Answer {
  readonly accepted: string | null;
  readonly rejection: Rejection | null;
  /** Where it could not be asked: that tells nothing of the file. */
  readonly leftOut: string | null;
}

async function asks(implementation: string, read: () => Promise<string | null>): Promise<Answer> {
  let message: string | null;
  try {
    message = await read();
  } catch (thrown) {
    const record = toErrorRecord(thrown, { tag: 'decodeFailed', stage: 'verify' });
    // Only where a codec says so itself: a trap or RangeError that looks like it may come of a file that was misread.
    if (thrown instanceof FormatlabError && record.tag === 'outOfMemory') return { accepted: null, rejection: null, leftOut: `There was no memory to let ${implementation} read it.` };
    message = record.message;
  }
  return message === null ? { accepted: implementation, rejection: null, leftOut: null } : { accepted: null, rejection: { implementation, message: message.slice(0, 1_000) }, leftOut: null };
}

function gather(results: readonly Answer[], notAsked: string | null = null): Outcome {
  const leftOut = [notAsked, ...results.map((result) => result.leftOut)].filter((sentence) => sentence !== null);
  return {
    acceptedBy: results.flatMap(({ accepted }) => (accepted === null ? [] : [accepted])),
    rejectedBy: results.flatMap(({ rejection }) => (rejection === null ? [] : [rejection])),
    leftOut: leftOut.length === 0 ? null : leftOut.join(' '),
  };
}

/** Every other implementation of the format that says it reads this dataset, on the file inside the codec. */
async function askOtherFormats(registry: MeasuringRegistry, session: CandidateSession, file: Uint8Array<ArrayBuffer>, source: Source, beat: () => void): Promise<Outcome> {
  const { format, context, formatModule } = session;
  const results = [];
  for (const other of format.format.implementations) {
    if (other.id === format.implementation.id) continue;
    const known = new Set(other.options.map(({ id }) => id));
    const given = Object.fromEntries(Object.entries(context.options).filter(([id]) => known.has(id)));
    let options: typeof context.options;
    try {
      options = completeOptions(other.options, given, other.label);
    } catch {
      // It knows the option but not this value, and so does not claim to read such a file.
      continue;
    }
    if (unsupportedReason(other, 'decode', context.schema, { options, innerCodec: context.innerCodec?.id ?? null }) !== null) continue;
    beat();
    results.push(
      await asks(other.id, async () => {
        const module = await registry.loadFormat(format.format.id, other.id);
        const reader = await module.open({ ...context, options });
        try {
          if (!reader.decode) return 'It says that it reads such a file, but has no decoder.';
          return await differenceOf(source, await reader.decode(file), [formatModule, module]);
        } finally {
          reader.close?.();
        }
      }),
    );
  }
  return gather(results);
}

/** So many that accept the file are enough, unless another takes no more than `quickMs` by the estimate. */
const enoughDecoders = 2;
const quickMs = 250;

/** Upstream's own code and our check of the rules before the others, what is known not to conform last, and the faster first. */
function byAuthority(a: CodecImplementationMeta, b: CodecImplementationMeta): number {
  const rank = ({ library, conforms }: CodecImplementationMeta) => (conforms === false ? 2 : library.package === 'formatlab' ? 0 : 1);
  return rank(a) - rank(b) || b.estimateMBps.decompress - a.estimateMBps.decompress;
}

/** The options of the writer that a reader knows and takes too: what it needs to be told of how the file was written. */
function sharedOptions(reader: CodecImplementationMeta, codec: WrappingCodec): OptionValues {
  const descriptors = codecOptions(reader, codec.granularity);
  const takes = (id: string, value: OptionValue) => {
    try {
      completeOptions(descriptors, { [id]: value }, reader.label);
      return true;
    } catch {
      return false;
    }
  };
  return Object.fromEntries(Object.entries(codec.options ?? {}).filter(([id, value]) => takes(id, value)));
}

/**
 * Other implementations of the codec over the file: each has to give the bytes that went in, from exactly the room that they take. All of them are asked where that is
 * quick; on large data, after two have accepted, those that would take long are left out, so that decoders nobody chose don't double a run.
 */
async function askOtherCodecs(registry: MeasuringRegistry, session: CandidateSession, codec: WrappingCodec, encoded: Uint8Array<ArrayBuffer>, inside: Uint8Array<ArrayBuffer>, beat: () => void): Promise<Outcome> {
  const { fileCodec } = session;
  if (fileCodec === null) return gather([]);
  const expected = await sha256Of([inside]);
  const results = [];
  let withoutDictionaries = 0;
  const others = fileCodec.entry.codec.implementations.filter(({ id, decompresses }) => id !== codec.implementation && decompresses);
  for (const other of others.sort(byAuthority)) {
    if (fileCodec.trained() !== null && other.dictionaries !== true) {
      withoutDictionaries += 1;
      continue;
    }
    const accepted = results.filter((result) => result.accepted !== null).length;
    if (accepted >= enoughDecoders && decompressMs(other, inside.length, fileCodec.blockBytes) > quickMs) continue;
    beat();
    results.push(
      await asks(other.id, async () => {
        const reader = await openFileCodec(registry, { ...codec, implementation: other.id, level: null, options: sharedOptions(other, codec) }, performanceClock);
        const bytes = await reader.decompress(encoded, inside.length);
        if (bytes.length !== inside.length) return `It gave ${bytes.length} bytes where ${inside.length} went in.`;
        return (await sha256Of([bytes])) === expected ? null : 'It gave other bytes than went in.';
      }),
    );
  }
  const leftOut = withoutDictionaries === 0 ? null : `${withoutDictionaries === 1 ? 'One implementation' : `${withoutDictionaries} implementations`} of ${fileCodec.entry.codec.label} here ${withoutDictionaries === 1 ? 'reads' : 'read'} no dictionaries.`;
  return gather(results, leftOut);
}

/** What the other implementations here make of the encoded file. The implementation's own round trip was checked before. `beat` tells, before each of them, that the work goes on. */
export async function verifyBySecondDecoders(registry: MeasuringRegistry, session: CandidateSession, encoded: Uint8Array<ArrayBuffer>, source: Source, beat: () => void): Promise<Verification> {
  const inside = await session.unwrap(encoded);
  const byFormat = await askOtherFormats(registry, session, inside, source, beat);
  const codec = wrappingCodec(session.candidate);
  const byCodec = codec === null ? gather([]) : await askOtherCodecs(registry, session, codec, encoded, inside, beat);
  const acceptedBy = [...byFormat.acceptedBy, ...byCodec.acceptedBy];
  const unchecked: string[] = [];
  if (byFormat.acceptedBy.length === 0) unchecked.push(reasonOf(session.format.format.label, byFormat));
  if (session.fileCodec !== null && byCodec.acceptedBy.length === 0) unchecked.push(reasonOf(session.fileCodec.entry.codec.label, byCodec));
  return {
    verifiedBy: acceptedBy.length === 0 ? 'self' : acceptedBy.join(', ').slice(0, 100),
    reason: unchecked.length === 0 ? null : unchecked.join(' '),
    loss: [...session.format.implementation.loss(session.context.schema, session.context.options)],
    rejectedBy: [...byFormat.rejectedBy, ...byCodec.rejectedBy],
  };
}

function reasonOf(label: string, outcome: Outcome): string {
  if (outcome.rejectedBy.length === 0 && outcome.leftOut !== null) return outcome.leftOut;
  return outcome.rejectedBy.length === 0
    ? `No other implementation of ${label} here reads this file.`
    : `${label}: ${outcome.rejectedBy.map(({ implementation }) => implementation).join(', ')} did not accept the file.`;
}
