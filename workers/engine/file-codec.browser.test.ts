import { describe, expect, it } from 'vitest';
import { type Dataset, schemaOf } from '../model/dataset';
import { FormatlabError } from '../model/errors';
import type { Candidate, CandidateCodec } from '../model/plan';
import { checkCandidate } from '../registry/check-plan';
import { openCandidate } from './candidate-session';
import { performanceClock } from './clock';
import { builtInRegistry } from './registry';
import { verifyBySecondDecoders } from './verification';

/** Rows of JSON, each about 120 bytes. */
function records(count: number): Dataset {
  const rows = Array.from({ length: count }, (_, row) => ({ id: row, name: `item ${(row * 7_919) % 1_000}`, tags: ['new', 'cheap', `shelf ${row % 97}`], price: (row % 997) / 4, note: 'delivered within three working days' }));
  return { kind: 'bytes', bytes: new TextEncoder().encode(rows.map((row) => JSON.stringify(row)).join('\n')) };
}

async function write(codec: CandidateCodec, dataset: Dataset) {
  const candidate: Candidate = checkCandidate({ format: 'raw', implementation: 'formatlab', options: {}, codec });
  const schema = schemaOf(dataset);
  const dataBytes = dataset.kind === 'bytes' ? dataset.bytes.length : 0;
  const open = () => openCandidate(builtInRegistry, candidate, schema, dataBytes, performanceClock);
  const session = await open();
  const file = await session.encode(dataset);
  const verify = async () => verifyBySecondDecoders(builtInRegistry, session, file, { dataset, sha256: '', dataBytes }, () => {});
  return { session, file, open, verify };
}

const zstd = (changes: Partial<CandidateCodec>): CandidateCodec => ({ id: 'zstd', level: 3, implementation: 'native', granularity: 'record', ...changes });

describe('a codec over the blocks of a file', () => {
  it.each([
    { id: 'gzip', level: 6, implementation: 'fflate', granularity: 'page' },
    { id: 'gzip', level: null, implementation: 'compression-stream', granularity: 'page' },
    { id: 'zstd', level: 3, implementation: 'native', granularity: 'page' },
    { id: 'zstd', level: 3, implementation: 'native', granularity: 'record' },
  ] as const)('$id by $implementation, $granularity: comes back, and another implementation reads every block', async (codec) => {
    const dataset = records(500);
    const { session, file, open, verify } = await write(codec, dataset);
    expect(await session.decode(file)).toEqual(dataset);
    expect(await (await open()).decode(file)).toEqual(dataset);
    const verification = await verify();
    expect(verification.rejectedBy).toEqual([]);
    expect(verification.verifiedBy).not.toBe('self');
    expect(session.fileCodec?.trained()).toBeNull();
  });

  it('shares a dictionary that the file itself holds, which makes it smaller', async () => {
    const dataset = records(4_000);
    const [without, shared] = await Promise.all([write(zstd({}), dataset), write(zstd({ options: { dictionaryKiB: 16 } }), dataset)]);
    expect(shared.file.length).toBeLessThan(0.8 * without.file.length);
    const trained = shared.session.fileCodec?.trained();
    expect(trained?.bytes.length).toBeLessThanOrEqual(16_384);
    expect(trained?.sampleBytes).toBeGreaterThan(400_000);
    expect(trained?.trainingMs).toBeGreaterThan(0);
    const reader = await shared.open();
    expect(await reader.decode(shared.file)).toEqual(dataset);
    expect(await reader.decode(without.file), 'without a dictionary after one with it').toEqual(dataset);
    expect(await shared.session.encode(dataset), 'the same again').toEqual(shared.file);
    expect(await shared.verify()).toMatchObject({ rejectedBy: [], reason: expect.stringContaining('no dictionaries') });
    await expect(async () => without.session.decode(damaged(shared.file))).rejects.toThrow(FormatlabError);
  });

  it('says so where there is too little to train a dictionary from', async () => {
    await expect(write(zstd({ options: { dictionaryKiB: 16 } }), records(40))).rejects.toThrow(/cannot be trained from 6 whole blocks of 700 bytes/);
  });
});

/** With its last block overwritten. */
function damaged(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const copy = file.slice();
  copy.fill(0xff, copy.length - 300);
  return copy;
}
