import { toCanonical } from '../../model/canonical';
import { type Dataset, schemaOf } from '../../model/dataset';
import { FormatlabError } from '../../model/errors';
import type { Candidate } from '../../model/plan';
import type { Verification } from '../../model/result';
import type { SecondDecoderOptions } from '../answers';
import { openCandidate } from '../candidate-session';
import { sha256Of } from '../sha256';
import type { VerificationSource } from '../source';
import { verifyBySecondDecoders } from '../verification';
import { fakeClock } from './fake-clock';
import { type FakeCodec, type FakeFormat, fakeRegistry } from './fake-registry';

export const list = (...values: number[]): Dataset => ({ kind: 'list', elementType: 'float64', values });
export const sourceOf = async (dataset: Dataset, dataBytes = 1_000): Promise<VerificationSource> => ({
  dataset,
  sha256: await sha256Of(toCanonical(dataset).parts),
  dataBytes,
});

/** A file of the format `fake`, without a codec. */
export const bare: Candidate = { format: 'fake', implementation: 'own', options: {}, codec: null };
/** The same, with the codec `prefix`. */
export const wrapped: Candidate = {
  ...bare,
  codec: { id: 'prefix', level: null, implementation: 'own', granularity: 'file' },
};

interface VerifiedCase {
  readonly formats?: Readonly<Record<string, FakeFormat>>;
  readonly codecs?: Readonly<Record<string, FakeCodec>>;
  readonly candidate?: Candidate;
  readonly source?: VerificationSource;
  readonly bounded?: boolean;
  /** False where the session has no encoder once the file is written. */
  readonly encodes?: boolean;
}

/** What the second decoders make of a file that the implementation `own` wrote, and how they were asked. */
export async function verify({
  formats = {},
  codecs = {},
  candidate = bare,
  source,
  bounded = false,
  encodes = true,
}: VerifiedCase) {
  const registry = fakeRegistry({ own: {}, ...formats }, { own: {}, ...codecs });
  const whole = source ?? (await sourceOf(list(1, 2)));
  const session = await openCandidate(registry, candidate, schemaOf(whole.dataset), 1_000, fakeClock());
  const encoded = await session.encode(whole.dataset);
  const asked: [string, Verification][] = [];
  let heartbeats = 0;
  const asking: SecondDecoderOptions = {
    heartbeat: () => {
      heartbeats += 1;
    },
    onReader: (reader, soFar) => asked.push([reader, soFar]),
    bounded,
  };
  const { encode: _, ...reader } = session.formatSession;
  const kept = encodes ? session : { ...session, formatSession: reader };
  const result = await verifyBySecondDecoders(registry, kept, encoded, whole, asking);
  return { ...result, asked, readers: asked.map(([reader]) => reader), heartbeats };
}

export const accepted = (verifiedBy: string, reason: string | null = null): Verification => ({
  verifiedBy,
  reason,
  loss: [],
  rejectedBy: [],
});
/** A format whose reader throws. */
export const failing = (tag: 'outOfMemory' | 'malformedInput' | 'unsupported', message: string): FakeFormat => ({
  session: () => ({
    decode: () => {
      throw new FormatlabError({ tag, stage: 'decode', message });
    },
  }),
});
