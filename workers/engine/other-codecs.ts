import { codecOptions } from '../model/codec-options';
import type { CodecImplementationMeta } from '../model/entry';
import { completeOptions, type OptionValue, type OptionValues } from '../model/options';
import type { WrappingCodec } from '../model/plan';
import { decompressMs } from '../registry/estimate';
import {
  type DecoderAnswer,
  type SecondDecoderOptions,
  runSecondDecoder,
  type OnSecondDecoderStart,
  combineDecoderAnswers,
  skipIfReadExceedsMs,
  type DecoderOutcome,
  estimatedTimeText,
} from './answers';
import type { CandidateSession } from './candidate-session';
import { performanceClock } from './clock';
import { openFileCodec } from './file-codec';
import type { MeasuringRegistry } from './registry';
import { sha256Of } from './sha256';

/** If this many decoders accept the file, others run only if their estimate is at most `quickMs`. */
const enoughDecoders = 2;
const quickMs = 250;

/**
 * Order of second decoders: upstream's code and our own checker first, implementations known not to conform last; among equals, the fastest
 * first.
 */
function byAuthority(a: CodecImplementationMeta, b: CodecImplementationMeta): number {
  const rank = ({ library, conforms }: CodecImplementationMeta) =>
    conforms === false ? 2 : library.package === 'formatlab' ? 0 : 1;
  return rank(a) - rank(b) || b.estimateMBps.decompress - a.estimateMBps.decompress;
}

/** The writer's options that the reader also has. The reader needs them to know how the file was written. */
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
 * Verifies the file with the other implementations of the codec. Each must return the original bytes into a buffer of exactly their size.
 * All of them run if that is fast. For large data, once two have accepted, slow ones are left out, so that decoders that nobody selected do
 * not double a run's time.
 */
export async function verifyByOtherCodecs(
  registry: MeasuringRegistry,
  session: CandidateSession,
  codec: WrappingCodec,
  { encoded, inside }: { readonly encoded: Uint8Array<ArrayBuffer>; readonly inside: Uint8Array<ArrayBuffer> },
  { heartbeat, bounded }: SecondDecoderOptions,
  before: OnSecondDecoderStart,
): Promise<DecoderOutcome> {
  const { fileCodec } = session;
  if (fileCodec === null) return combineDecoderAnswers([]);
  const expected = await sha256Of([inside]);
  const results: DecoderAnswer[] = [];
  let withoutDictionaries = 0;
  const others = fileCodec.entry.codec.implementations.filter(
    ({ id, decompresses }) => id !== codec.implementation && decompresses,
  );
  for (const other of others.sort(byAuthority)) {
    if (fileCodec.trained() !== null && other.dictionaries !== true) {
      withoutDictionaries += 1;
      continue;
    }
    const accepted = results.filter((result) => result.accepted !== undefined).length;
    const estimatedMs = decompressMs(other, inside.length, fileCodec.blockBytes);
    if (accepted >= enoughDecoders && estimatedMs > quickMs) continue;
    if (bounded && estimatedMs > skipIfReadExceedsMs) {
      results.push({ note: `${other.label} was left out: the file ${estimatedTimeText(estimatedMs)}.` });
      continue;
    }
    before(other.label, results);
    heartbeat();
    results.push(
      await runSecondDecoder(other, async () => {
        const reader = await openFileCodec(
          registry,
          { ...codec, implementation: other.id, level: null, options: sharedOptions(other, codec) },
          performanceClock,
        );
        const bytes = await reader.decompress(encoded, inside.length);
        if (bytes.length !== inside.length) return `It returned ${bytes.length} bytes instead of ${inside.length}.`;
        return (await sha256Of([bytes])) === expected ? null : 'It returned other bytes than were compressed.';
      }),
    );
  }
  const leftOut =
    withoutDictionaries === 0
      ? null
      : `${withoutDictionaries === 1 ? 'One implementation' : `${withoutDictionaries} implementations`} of ${fileCodec.entry.codec.label} here ${withoutDictionaries === 1 ? 'does' : 'do'} not support dictionaries.`;
  return combineDecoderAnswers(results, leftOut);
}
