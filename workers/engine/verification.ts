import { type CanonicalParts, toCanonical } from '../model/canonical';
import { type Dataset, itemCount } from '../model/dataset';
import { type FormatImplementationMeta, type FormatModule, moduleWithOptions } from '../model/entry';
import { unsupportedReason } from '../model/unsupported-reason';
import { toErrorRecord } from '../model/errors';
import { differenceOfMolecules } from '../model/molecules/difference';
import type { Molecules } from '../model/molecules/molecules';
import { completeOptions } from '../model/options';
import { wrappingCodec } from '../model/plan';
import type { Verification } from '../model/result';
import { decodeMs } from '../registry/estimate';
import {
  type DecoderAnswer,
  type SecondDecoderOptions,
  runSecondDecoder,
  type OnSecondDecoderStart,
  combineDecoderAnswers,
  skipIfReadExceedsMs,
  type DecoderOutcome,
  quoteDecoderMessage,
  sampleIfReadExceedsMs,
  estimatedSampleReadMs,
  estimatedTimeText,
} from './answers';
import type { CandidateSession } from './candidate-session';
import type { MeasuringRegistry } from './registry';
import { verifyByOtherCodecs } from './other-codecs';
import { sampleSource } from './sample-dataset';
import { sha256Of } from './sha256';
import type { VerificationSource } from './source';

function forget(dataset: Dataset, modules: readonly FormatModule[]): Dataset {
  return modules.reduce((kept, module) => module.forget?.(kept) ?? kept, dataset);
}

/**
 * Compares `decoded` with the source, up to the losses that the modules declare. Returns null if they are equal, else a sentence that says
 * where they differ. Both are compared in canonical form, by SHA-256.
 */
export async function findDifference(
  source: VerificationSource,
  decoded: Dataset,
  modules: readonly FormatModule[],
): Promise<string | null> {
  const lossy = modules.some((module) => module.forget !== undefined || module.reorders);
  if (decoded.kind === 'molecules' && source.dataset.kind === 'molecules' && modules.some(({ reorders }) => reorders)) {
    return differenceOfMolecules(forget(source.dataset, modules) as Molecules, forget(decoded, modules) as Molecules);
  }
  const asDecoded = toCanonical(decoded);
  // Most candidates keep these data exactly, even if their format loses some values of other data.
  const mayBeEqual = !lossy || headerOf(asDecoded) === headerOf(toCanonical(source.dataset));
  if (mayBeEqual && (await sha256Of(asDecoded.parts)) === source.sha256) return null;
  const found = lossy ? toCanonical(forget(decoded, modules)) : asDecoded;
  const expected = toCanonical(forget(source.dataset, modules));
  if (lossy && (await sha256Of(found.parts)) === (await sha256Of(expected.parts))) return null;
  return describeDifference(expected, found);
}

/** The first line of the canonical form: schema, number of items, and lengths of the buffers. */
const headerOf = ({ parts }: CanonicalParts): string => new TextDecoder().decode(parts[0]).trimEnd();

function describeDifference(expected: CanonicalParts, found: CanonicalParts): string {
  const [written, returned] = [headerOf(expected), headerOf(found)];
  if (written !== returned) return `It returned ${returned.slice(0, 300)}, but ${written.slice(0, 300)} was written.`;
  // Equal headers mean equal schemas and buffers of equal lengths.
  for (const [index, left] of expected.parts.entries()) {
    const right = found.parts[index];
    const at = left.findIndex((byte, position) => byte !== right?.[position]);
    if (at >= 0)
      return `It returned other values than were written, first at byte ${at} of buffer ${index} (${right?.[at]} for ${left[at]}).`;
  }
  return 'It returned other values than were written.';
}

/** The input of a second decoder: the whole file, or a newly written sample and the reason for it. */
interface Reading {
  readonly file: Uint8Array<ArrayBuffer>;
  readonly source: VerificationSource;
  readonly note: string | null;
}

/** Limits a slow second decoder to a sample. Returns a string that says why, if the decoder is left out. */
async function boundedReading(
  session: CandidateSession,
  other: FormatImplementationMeta,
  whole: Reading,
): Promise<Reading | string> {
  const { dataset, dataBytes } = whole.source;
  const estimatedMs = decodeMs(other, dataBytes, dataset.kind);
  if (estimatedMs <= sampleIfReadExceedsMs) return whole;
  const { encode } = session.formatSession;
  const items = Math.max(1, Math.floor((itemCount(dataset) * estimatedSampleReadMs) / estimatedMs));
  const { source, sample } = await sampleSource(whole.source, encode === undefined ? null : items);
  if (encode === undefined || sample === null)
    return estimatedMs <= skipIfReadExceedsMs
      ? whole
      : `${other.label} was left out: the file ${estimatedTimeText(estimatedMs)}.`;
  let file: Uint8Array<ArrayBuffer>;
  try {
    file = await encode.call(session.formatSession, source.dataset);
  } catch (thrown) {
    return `${other.label} was left out: the file ${estimatedTimeText(estimatedMs)}, and a sample could not be written: ${quoteDecoderMessage(toErrorRecord(thrown, { tag: 'encodeFailed', stage: 'verify' }).message)}`;
  }
  const share = `${sample.items.toLocaleString('en')} of ${itemCount(dataset).toLocaleString('en')} ${dataset.kind}`;
  return {
    file,
    source,
    note: `${other.label} read ${share}, evenly spread and written anew: all ${estimatedTimeText(estimatedMs)}.`,
  };
}

/**
 * Runs every other implementation of the format that supports this dataset on the decompressed file, the fastest first, so that if one is
 * abandoned, most have answered.
 */
async function askOtherFormats(
  registry: MeasuringRegistry,
  session: CandidateSession,
  whole: Reading,
  { heartbeat, bounded }: SecondDecoderOptions,
  before: OnSecondDecoderStart,
): Promise<DecoderOutcome> {
  const { format, context, formatModule } = session;
  const { kind } = whole.source.dataset;
  const results: DecoderAnswer[] = [];
  const others = format.format.implementations.filter(({ id }) => id !== format.implementation.id);
  for (const other of others.sort((a, b) => decodeMs(a, 1e6, kind) - decodeMs(b, 1e6, kind))) {
    const known = new Set(other.options.map(({ id }) => id));
    const given = Object.fromEntries(Object.entries(context.options).filter(([id]) => known.has(id)));
    let options: typeof context.options;
    try {
      options = completeOptions(other.options, given, other.label);
    } catch {
      // The decoder has the option but not this value, so it does not claim to read such a file.
      continue;
    }
    if (
      unsupportedReason(other, 'decode', context.schema, { options, innerCodec: context.innerCodec?.id ?? null }) !==
      null
    )
      continue;
    before(other.label, results);
    heartbeat();
    const reading = bounded ? await boundedReading(session, other, whole) : whole;
    if (typeof reading === 'string') {
      results.push({ note: reading });
      continue;
    }
    heartbeat();
    const answer = await runSecondDecoder(other, async () => {
      const module = moduleWithOptions(await registry.loadFormat(format.format.id, other.id), options);
      const reader = await module.open({ ...context, options });
      try {
        if (!reader.decode) return 'It declares that it reads such files, but has no decoder.';
        const decoded = await reader.decode(reading.file);
        heartbeat();
        return await findDifference(reading.source, decoded, [formatModule, module]);
      } finally {
        reader.close?.();
      }
    });
    results.push(reading.note === null ? answer : { ...answer, note: answer.note ?? reading.note });
  }
  return combineDecoderAnswers(results);
}

/**
 * The verdicts of the second decoders. `unchecked` names the parts of the file that none of them read; null if at least one read every
 * part.
 */
interface SecondDecoders {
  readonly verification: Verification;
  readonly unchecked: string | null;
}

/**
 * Verifies the encoded file with the other implementations. `bounded` requires that the implementation's own round trip was verified
 * before.
 */
export async function verifyBySecondDecoders(
  registry: MeasuringRegistry,
  session: CandidateSession,
  encoded: Uint8Array<ArrayBuffer>,
  source: VerificationSource,
  asking: SecondDecoderOptions,
): Promise<SecondDecoders> {
  const inside = await session.unwrap(encoded);
  const loss = [...session.format.implementation.loss(session.context.schema, session.context.options)];
  const verificationOf = (outcomes: readonly DecoderOutcome[], unchecked: readonly string[]): Verification => {
    const acceptedBy = outcomes.flatMap((outcome) => outcome.acceptedBy);
    const reasons = [...unchecked, ...outcomes.flatMap(({ notes }) => notes)];
    return {
      verifiedBy: acceptedBy.length === 0 ? 'self' : acceptedBy.join(', ').slice(0, 100),
      reason: reasons.length === 0 ? null : reasons.join(' ').slice(0, 1_000),
      loss,
      rejectedBy: outcomes.flatMap(({ rejectedBy }) => rejectedBy),
    };
  };
  const before =
    (earlier: readonly DecoderOutcome[]): OnSecondDecoderStart =>
    (reader, answers) =>
      asking.onReader?.(reader, verificationOf([...earlier, combineDecoderAnswers(answers)], []));
  const byFormat = await askOtherFormats(registry, session, { file: inside, source, note: null }, asking, before([]));
  const codec = wrappingCodec(session.candidate);
  const byCodec =
    codec === null
      ? combineDecoderAnswers([])
      : await verifyByOtherCodecs(registry, session, codec, { encoded, inside }, asking, before([byFormat]));
  const unchecked: string[] = [];
  if (byFormat.acceptedBy.length === 0) unchecked.push(reasonOf(session.format.format.label, byFormat));
  if (session.fileCodec !== null && byCodec.acceptedBy.length === 0)
    unchecked.push(reasonOf(session.fileCodec.entry.codec.label, byCodec));
  return {
    verification: verificationOf(
      [byFormat, byCodec],
      unchecked.filter((sentence) => sentence !== ''),
    ),
    unchecked: unchecked.length === 0 ? null : unchecked.join(' '),
  };
}

/** Why no decoder read the file; empty if the notes say it already. */
function reasonOf(label: string, outcome: DecoderOutcome): string {
  if (outcome.rejectedBy.length > 0)
    return `${label}: ${outcome.rejectedBy.map(({ implementation }) => implementation).join(', ')} did not accept the file.`;
  if (outcome.leftOut !== null) return outcome.leftOut;
  return outcome.notes.length > 0 ? '' : `No other implementation of ${label} here reads this file.`;
}
