import { expect, test } from 'vitest';
import { ByteWriter } from './bytes';
import { packResult, unpackResult } from './result-pack';
import { packetOf } from './testing/packet';
import { sampleResult } from './testing/sample-results';

const small = sampleResult({ candidates: 1, rounds: 1, samples: 1, asked: ['encode'] });
const none = new Uint8Array();
const noiseFloor = { candidate: 0, dataset: 0, operation: 'encode', a: [], b: [] };
const skeletonOf = (floor: typeof noiseFloor | null) =>
  JSON.stringify({ ...small, cells: [], datasets: [{ status: 'pending' }], noiseFloor: floor });

const written = (write: (writer: ByteWriter) => void) => {
  const writer = new ByteWriter();
  write(writer);
  return writer.finish();
};
const oneRound = written((writer) => {
  writer.unsigned(1);
  for (const value of [0, 1, 0, 2 ** 40]) writer.signed(value);
  writer.byte(1);
});

test.each([
  ['are too short', () => new Uint8Array(8), 'The results in the link are cut off.'],
  [
    'were changed',
    async () => (await packResult(small)).map((byte, index) => (index === 9 ? byte ^ 1 : byte)),
    'The results in the link are damaged: their checksum does not match.',
  ],
  ['are no JSON', () => packetOf(1, '{', none, none, none), 'The results in the link were not written by Formatlab.'],
  [
    'lack rounds',
    () =>
      packetOf(
        1,
        skeletonOf(noiseFloor),
        none,
        written((writer) => writer.unsigned(2 ** 50)),
        none,
      ),
    'The results in the link declare more rounds than they contain.',
  ],
  [
    'lack samples',
    () => packetOf(1, skeletonOf(noiseFloor), none, oneRound, new Uint8Array(3)),
    'The results in the link declare more samples than they contain.',
  ],
  [
    'go on after their end',
    () => packetOf(1, skeletonOf(null), new Uint8Array(32), none, none),
    'The results in the link have unexpected bytes at their end.',
  ],
])('where the results %s', async (_what, packet, words) => expect(unpackResult(await packet())).rejects.toThrow(words));
