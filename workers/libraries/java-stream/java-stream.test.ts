import { describe, expect, test } from 'vitest';
import { FormatlabError } from '../../model/errors';
import type { ObjectPlan } from './class-descriptors';
import type { JavaClass } from './java-class';
import { modifiedUtf8Length, readModifiedUtf8, writeModifiedUtf8 } from './modified-utf8';
import { JavaStreamReader } from './reader';
import { valueKinds } from './value-stack';
import { JavaStreamWriter } from './writer';
import { telling } from '../../model/testing/telling';

const header = [0xac, 0xed, 0, 5];
const utf = (text: string) => [
  text.length >> 8,
  text.length & 0xff,
  ...[...text].map((character) => character.charCodeAt(0)),
];
const int32 = (value: number) => [(value >> 24) & 0xff, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
const reference = (index: number) => [0x71, ...int32(0x7e0000 + index)];
/** A descriptor without annotation and superclass, fields given as bytes. */
const descriptor = (
  name: string,
  flags: number,
  fields: readonly (readonly number[])[] = [],
  superclass: readonly number[] = [0x70],
) => [
  0x72,
  ...utf(name),
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  1,
  flags,
  fields.length >> 8,
  fields.length & 0xff,
  ...fields.flat(),
  0x78,
  ...superclass,
];
const referenceField = (name: string) => ['L'.charCodeAt(0), ...utf(name), 0x74, ...utf('LNode;')];

const noPlans = () => null;

function readAll(
  content: readonly number[],
  planOf: (lineage: readonly string[]) => ObjectPlan | null = noPlans,
): JavaStreamReader {
  const reader = new JavaStreamReader(Uint8Array.from([...header, ...content]), planOf);
  while (reader.next());
  return reader;
}

function messageOf(content: readonly number[]): string {
  try {
    readAll(content);
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(FormatlabError);
    if (thrown instanceof FormatlabError) return thrown.record.message;
  }
  throw new Error('The stream was read.');
}

describe('a stream', () => {
  const numberClass: JavaClass = { name: 'Number', serialVersionUid: 1n, superclass: null, fields: [] };
  const integerClass: JavaClass = {
    name: 'Integer',
    serialVersionUid: -2n,
    superclass: numberClass,
    fields: [{ name: 'value', type: 'I' }],
  };
  const listClass: JavaClass = {
    name: 'List',
    serialVersionUid: 3n,
    superclass: null,
    fields: [
      { name: 'size', type: 'S' },
      { name: 'ratio', type: 'D' },
      { name: 'name', type: 'Ljava/lang/String;' },
      { name: 'next', type: 'LList;' },
    ],
    writesItself: true,
  };
  const colourClass: JavaClass = {
    name: 'Colour',
    serialVersionUid: 0n,
    superclass: { name: 'java.lang.Enum', serialVersionUid: 0n, superclass: null, fields: [], isEnum: true },
    fields: [],
    isEnum: true,
  };
  const arrayClass: JavaClass = { name: '[LInteger;', serialVersionUid: 4n, superclass: null, fields: [] };

  test('comes back as it was written: fields by name, what a class writes itself, shared objects, arrays, enums, texts', () => {
    const writer = new JavaStreamWriter(0);
    writer.object(listClass);
    writer.u16(-7);
    writer.f64(0.1);
    writer.string('näme \u0000 💚');
    writer.nulls(1);
    writer.blockData(2);
    writer.u16(0x1234);
    const one = writer.object(integerClass);
    writer.u32(1);
    writer.endBlockData();
    writer.array(arrayClass, 3);
    writer.reference(one);
    writer.nulls(1);
    writer.object(integerClass);
    writer.u32(-5);
    writer.enumConstant(colourClass, 'RED');
    writer.enumConstant(colourClass, 'GREEN');
    writer.enumConstant(colourClass, 'RED');
    writer.string('x'.repeat(70_000));

    const seen: unknown[] = [];
    const reader: JavaStreamReader = new JavaStreamReader(writer.finish(), (lineage) => {
      if (lineage.join() === 'Number,Integer')
        return { kind: 16, slots: ['value'], finish: (base) => reader.stack.valueAt(base) };
      if (lineage.join() === 'List') {
        return {
          kind: 17,
          slots: ['ratio', 'name', 'missing', 'size'],
          finish: (base, count) => {
            const value = (index: number) => reader.stack.valueAt(base + index);
            seen.push(
              count,
              value(0),
              reader.text(value(1)),
              reader.stack.kindAt(base + 2),
              value(3),
              reader.blockData(value(4)).getInt16(0),
              reader.stack.kindAt(base + 5),
              value(5),
            );
            return 99;
          },
        };
      }
      if (lineage.join() === '[LInteger;') {
        return {
          kind: 18,
          slots: [],
          finish: (base, count) => {
            for (let index = 0; index < count; index += 1)
              seen.push([reader.stack.kindAt(base + index), reader.stack.valueAt(base + index)]);
            return count;
          },
        };
      }
      return null;
    });
    const contents: unknown[] = [];
    while (reader.next())
      contents.push([
        reader.kind,
        reader.kind === valueKinds.enumConstant
          ? reader.enumConstants[reader.value]
          : reader.kind === valueKinds.string
            ? reader.text(reader.value).length
            : reader.value,
      ]);
    expect(seen).toEqual([
      6,
      0.1,
      'näme \u0000 💚',
      valueKinds.null,
      -7,
      0x1234,
      16,
      1,
      [16, 1],
      [valueKinds.null, 0],
      [16, -5],
    ]);
    const red = { className: 'Colour', name: 'RED' };
    expect(contents).toEqual([
      [17, 99],
      [18, 3],
      [valueKinds.enumConstant, red],
      [valueKinds.enumConstant, { ...red, name: 'GREEN' }],
      [valueKinds.enumConstant, red],
      [valueKinds.string, 70_000],
    ]);
  });

  test('begins handles anew after a reset', () => {
    const text = [0x74, ...utf('one')];
    expect(readAll([...text, ...reference(0), 0x79, ...text, ...reference(0)]).handleCount).toBe(1);
    expect(messageOf([...text, 0x79, ...reference(0)])).toContain('byte 11');
  });

  test('may hold blocks of bytes, arrays of numbers, classes and externalizable objects that are read through', () => {
    const block = [0x77, 2, 1, 2];
    const longBlock = [0x7a, ...int32(3), 1, 2, 3];
    const integers = [0x75, ...descriptor('[I', 2), ...int32(2), ...int32(1), ...int32(2)];
    const javaClass = [0x76, ...descriptor('A', 2)];
    const external = [0x73, ...descriptor('B', 0x0c), ...block, 0x74, ...utf('inside'), ...longBlock, 0x78];
    expect(readAll([...block, ...longBlock, ...integers, ...javaClass, ...external]).handleCount).toBe(7);
  });

  test('may refer to an object from inside of it', () => {
    const kinds: number[] = [];
    const content = [0x73, ...descriptor('Node', 2, [referenceField('next')]), ...reference(2)];
    const reader: JavaStreamReader = new JavaStreamReader(Uint8Array.from([...header, ...content]), () => ({
      kind: 16,
      slots: ['next'],
      finish: (base) => kinds.push(reader.stack.kindAt(base)),
    }));
    while (reader.next());
    expect(kinds).toEqual([valueKinds.open]);
  });
});

describe('a hostile stream', () => {
  const nested = (depth: number) => [
    0x73,
    ...descriptor('Node', 2, [referenceField('next')]),
    ...Array.from({ length: depth }, () => [0x73, ...reference(0)]).flat(),
    0x70,
  ];

  test.each<[string, readonly number[], string, number]>([
    ['refers to what is not there', reference(0), 'a reference leads to the handle 0x7e0000', 4],
    [
      'refers to what comes later',
      [0x75, ...descriptor('[LA;', 2), ...int32(1), ...reference(9)],
      'a reference leads to the handle 0x7e0009',
      29,
    ],
    ['has a tag that is none', [0x42], 'an object begins with the unknown tag 0x42', 4],
    ['ends inside a text', [0x74, 0, 9, 0x61], 'it ends too early: 9 more bytes are expected', 7],
    ['has a text longer than 4 GiB', [0x7c, ...int32(1), ...int32(0)], 'a string is longer than the stream', 4],
    [
      'has a text of almost 4 GiB',
      [0x7c, ...int32(0), ...int32(-1)],
      'it ends too early: 4,294,967,295 more bytes are expected',
      13,
    ],
    [
      'has an array longer than itself',
      [0x75, ...descriptor('[LA;', 2), ...int32(0x7fffffff)],
      'an array claims 2,147,483,647 elements, but only 0 bytes are left',
      4,
    ],
    [
      'has an array of less than nothing',
      [0x75, ...descriptor('[LA;', 2), ...int32(-1)],
      'an array claims -1 elements, but only 0 bytes are left',
      4,
    ],
    [
      'has numbers beyond its end',
      [0x75, ...descriptor('[D', 2), ...int32(1), 0, 0, 0],
      'an array claims 1 elements, but only 3 bytes are left',
      4,
    ],
    ['has a block of less than nothing', [0x7a, ...int32(-2)], 'a block of data has the impossible length -2', 4],
    [
      'has an array whose class is none',
      [0x75, ...descriptor('A', 2), ...int32(0)],
      'the class of an array is not an array class',
      4,
    ],
    ['has an object whose class is null', [0x73, 0x70], 'an object has no class', 4],
    [
      'has an object whose class is a text',
      [0x74, ...utf('A'), 0x73, ...reference(0)],
      'a reference to a class leads to something else',
      9,
    ],
    [
      'has a class that is its own superclass',
      [0x73, ...descriptor('A', 2, [], reference(0))],
      'the description of the class A refers to itself',
      21,
    ],
    ['has a class with unknown flags', [0x73, ...descriptor('A', 0x22)], 'the class A has unknown flags', 17],
    [
      'has a class serializable and externalizable',
      [0x73, ...descriptor('A', 6)],
      'both the flag of serializable and the flag of externalizable classes',
      17,
    ],
    [
      'has an enum with fields',
      [0x7e, ...descriptor('A', 0x12, [[0x49, ...utf('x')]])],
      'the flag of an enum, but has fields or is not serializable',
      17,
    ],
    ['has an object of an enum', [0x73, ...descriptor('A', 0x12)], 'the enum A is written as an object', 4],
    [
      'has an enum constant of a class',
      [0x7e, ...descriptor('A', 2), 0x74, ...utf('X')],
      'the class of an enum constant is not an enum',
      4,
    ],
    ['has an enum constant without name', [0x7e, ...descriptor('A', 0x12), 0x70], 'an enum constant has no name', 4],
    [
      'has a field of no type',
      [0x73, ...descriptor('A', 2, [[0x51, ...utf('x')]])],
      'a field has the unknown type Q',
      20,
    ],
    [
      'has a field whose type is null',
      [0x73, ...descriptor('A', 2, [[0x4c, ...utf('x'), 0x70]])],
      'the type of a field is not a string',
      24,
    ],
    ['has a name that is no text', [0x72, 0, 2, 0xc3, 0x28], 'not in Java’s modified UTF-8', 8],
    [
      'tells of its writer’s failure',
      [0x7b, 0x73, ...descriptor('java.io.NotSerializableException', 2)],
      'the program that wrote it stopped here with java.io.NotSerializableException',
      4,
    ],
    ['has objects inside of one another without end', nested(5_000), 'objects are nested more than 200 deep', 1_241],
    [
      'has a reset inside of an object',
      [0x73, ...descriptor('Node', 2, [referenceField('next')]), 0x79],
      'an object begins with the unknown tag 0x79',
      41,
    ],
  ])('%s', (_what, content, message, offset) => {
    const found = messageOf(content);
    expect(found).toContain(message);
    expect(found).toContain(`byte ${offset.toLocaleString('en')}`);
  });

  test.each<[string, readonly number[], string]>([
    ['a proxy class', [0x7d, ...int32(0), 0x78, 0x70], 'a proxy class'],
    [
      'objects of protocol version 1',
      [0x73, ...descriptor('A', 4)],
      'an object of A in protocol version 1, which does not record the object’s length',
    ],
  ])('holds %s, which is not read', (_what, content, message) => {
    expect(messageOf(content)).toContain(message);
  });

  test('has a long lineage', () => {
    const lineage = (left: number): number[] => descriptor(`C${left}`, 2, [], left === 0 ? [0x70] : lineage(left - 1));
    expect(messageOf([0x73, ...lineage(100)])).toMatch(telling(64, 'superclasses'));
    expect(messageOf([0x73, ...lineage(1_000)])).toMatch(telling('nested', 200));
  });

  test('is no stream at all', () => {
    expect(() => new JavaStreamReader(new Uint8Array(), noPlans)).toThrow(telling('AC ED'));
    expect(() => new JavaStreamReader(Uint8Array.of(0x50, 0x4b, 3, 4), noPlans)).toThrow(telling('AC ED'));
    expect(() => new JavaStreamReader(Uint8Array.of(0xac, 0xed, 0, 4), noPlans)).toThrow(telling(4, 5));
  });
});

describe('Java’s UTF-8', () => {
  test.each(['', 'C', 'é', '日本', '💚', 'a\u0000b', '\ud800', 'x'.repeat(10_000)])('%j comes back', (text) => {
    const bytes = new Uint8Array(modifiedUtf8Length(text));
    expect(writeModifiedUtf8(text, bytes, 0)).toBe(bytes.length);
    expect(bytes.includes(0)).toBe(false);
    expect(readModifiedUtf8(bytes, 0, bytes.length)).toBe(text);
  });

  test.each([[[0x80]], [[0xc3]], [[0xe6, 0x97]], [[0xf0, 0x9f, 0x92, 0x9a]], [[0xc3, 0x28]]])(
    '%j is refused',
    (bytes) => {
      expect(() => readModifiedUtf8(Uint8Array.from(bytes), 0, bytes.length)).toThrow(/modified UTF-8/u);
    },
  );
});
