import { expect, it } from 'vitest';
import { BinaryDecoder } from './binary-decoder';
import type { AvroType, RecordType } from './schema';
import { ValueSkipper } from './skip';

const recordOf = (name: string, ...types: readonly AvroType[]): RecordType => ({
  kind: 'record',
  name,
  fields: types.map((type, index) => ({ name: `f${index}`, type })),
});
const int: AvroType = { kind: 'int', logical: null };
const nothing: AvroType = { kind: 'null', logical: null };

/** Records within records, the innermost of which has fields of these types. */
function nested(depth: number, ...types: readonly AvroType[]): RecordType {
  let type = recordOf('innermost', ...types);
  for (let level = 0; level < depth; level += 1) type = recordOf(`level ${level}`, nothing, type);
  return type;
}

it('twenty thousand records within each other need no call each', () => {
  const skipper = new ValueSkipper();
  expect(skipper.isEmpty(nested(20_000, nothing))).toBe(true);
  const deep = nested(20_000, int, int);
  expect(skipper.isEmpty(deep)).toBe(false);
  const decoder = new BinaryDecoder(Uint8Array.of(2, 4, 6));
  skipper.skip(deep, decoder);
  expect(decoder.at).toBe(2);
});

it('a record within itself is not empty', () => {
  const own = recordOf('own', nothing);
  own.fields.push({ name: 'self', type: own });
  const one = recordOf('one', nothing);
  const other = recordOf('other', one, recordOf('empty'));
  one.fields.push({ name: 'other', type: other });
  const skipper = new ValueSkipper();
  expect([own, one, other].map((type) => skipper.isEmpty(type))).toEqual([false, false, false]);
  expect(skipper.isEmpty(recordOf('both', recordOf('empty'), nothing))).toBe(true);
});
