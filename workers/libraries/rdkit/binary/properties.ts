import type { RecordCursor } from './cursor';
import { recordTags, valueTypes } from './tags';

/** The types of properties' values. To skip a property, its size follows from its type. */
const sizes: ReadonlyMap<number, number> = new Map([
  [valueTypes.int32, 4],
  [valueTypes.uint32, 4],
  [valueTypes.boolean, 1],
  [valueTypes.float32, 4],
  [valueTypes.float64, 8],
]);
const elementSizes: ReadonlyMap<number, number> = new Map([
  [valueTypes.int32s, 4],
  [valueTypes.uint32s, 4],
  [valueTypes.float32s, 4],
  [valueTypes.float64s, 8],
]);

/** Reads one set of properties. `on` may read the value of a name, and returns whether it did. */
export function readProperties(cursor: RecordCursor, on: (name: string, type: number) => boolean): void {
  const count = cursor.uint16();
  for (let property = 0; property < count; property += 1) {
    const name = cursor.text();
    const type = cursor.uint8();
    if (!on(name, type)) skipValue(cursor, type);
  }
}

function skipValue(cursor: RecordCursor, type: number): void {
  if (type === valueTypes.text) {
    cursor.textBytes();
    return;
  }
  const size = sizes.get(type);
  if (size !== undefined) {
    cursor.skip(size);
    return;
  }
  const length = cursor.uint32() + 2 ** 32 * cursor.uint32();
  if (type === valueTypes.texts) for (let text = 0; text < length; text += 1) cursor.textBytes();
  else {
    const elementSize = elementSizes.get(type);
    if (elementSize === undefined) throw cursor.fail(`a property has the unknown type ${type}`);
    cursor.skip(elementSize * length);
  }
}

/** The maximum nesting of queries, which is unbounded in hostile input. */
const maxQueryDepth = 32;

/** Skips the query of an atom or bond, such as `*` and `~` in SMILES. */
export function skipQuery(cursor: RecordCursor, depth = 0): void {
  if (depth > maxQueryDepth) throw cursor.fail('a query has more than 32 levels');
  cursor.textBytes();
  let tag = cursor.uint8();
  if (tag === recordTags.queryTypeLabel) {
    cursor.textBytes();
    tag = cursor.uint8();
  }
  if (tag === recordTags.queryNegated) tag = cursor.uint8();
  switch (tag) {
    case recordTags.queryAnd:
    case recordTags.queryOr:
    case recordTags.queryXor:
    case recordTags.queryNull:
      break;
    case recordTags.queryEquals:
    case recordTags.queryGreater:
    case recordTags.queryGreaterEqual:
    case recordTags.queryLess:
    case recordTags.queryLessEqual:
      expectTag(cursor, recordTags.queryValue);
      cursor.skip(8);
      break;
    case recordTags.queryRange:
      expectTag(cursor, recordTags.queryValue);
      cursor.skip(13);
      break;
    case recordTags.querySet:
      expectTag(cursor, recordTags.queryValue);
      cursor.skip(4 * cursor.uint32());
      break;
    case recordTags.queryAtomRing:
      expectTag(cursor, recordTags.queryValue);
      cursor.skip(8);
      break;
    default:
      throw cursor.fail(`a query has the unknown part ${tag}`);
  }
  expectTag(cursor, recordTags.queryChildren);
  const children = cursor.uint8();
  for (let child = 0; child < children; child += 1) skipQuery(cursor, depth + 1);
}

export function expectTag(cursor: RecordCursor, wanted: number): void {
  const tag = cursor.uint8();
  if (tag !== wanted) throw cursor.fail(`the tag ${tag} was found instead of ${wanted}`);
}
