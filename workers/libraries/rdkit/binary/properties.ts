import type { Cursor } from './cursor';
import { tags, valueTypes } from './tags';

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
export function readProperties(cursor: Cursor, on: (name: string, type: number) => boolean): void {
  const count = cursor.uint16();
  for (let property = 0; property < count; property += 1) {
    const name = cursor.text();
    const type = cursor.uint8();
    if (!on(name, type)) skipValue(cursor, type);
  }
}

function skipValue(cursor: Cursor, type: number): void {
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
export function skipQuery(cursor: Cursor, depth = 0): void {
  if (depth > maxQueryDepth) throw cursor.fail('a query has more than 32 levels');
  cursor.textBytes();
  let tag = cursor.uint8();
  if (tag === tags.queryTypeLabel) {
    cursor.textBytes();
    tag = cursor.uint8();
  }
  if (tag === tags.queryNegated) tag = cursor.uint8();
  switch (tag) {
    case tags.queryAnd:
    case tags.queryOr:
    case tags.queryXor:
    case tags.queryNull:
      break;
    case tags.queryEquals:
    case tags.queryGreater:
    case tags.queryGreaterEqual:
    case tags.queryLess:
    case tags.queryLessEqual:
      expectTag(cursor, tags.queryValue);
      cursor.skip(8);
      break;
    case tags.queryRange:
      expectTag(cursor, tags.queryValue);
      cursor.skip(13);
      break;
    case tags.querySet:
      expectTag(cursor, tags.queryValue);
      cursor.skip(4 * cursor.uint32());
      break;
    case tags.queryAtomRing:
      expectTag(cursor, tags.queryValue);
      cursor.skip(8);
      break;
    default:
      throw cursor.fail(`a query has the unknown part ${tag}`);
  }
  expectTag(cursor, tags.queryChildren);
  const children = cursor.uint8();
  for (let child = 0; child < children; child += 1) skipQuery(cursor, depth + 1);
}

export function expectTag(cursor: Cursor, wanted: number): void {
  const tag = cursor.uint8();
  if (tag !== wanted) throw cursor.fail(`the tag ${tag} was found instead of ${wanted}`);
}
