import type { LittleEndianReader } from '../../bytes/byte-reader';
import { damagedMolecule, readText, readTextBytes } from './damage';
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
export function readProperties(reader: LittleEndianReader, on: (name: string, type: number) => boolean): void {
  const count = reader.u16();
  for (let property = 0; property < count; property += 1) {
    const name = readText(reader);
    const type = reader.u8();
    if (!on(name, type)) skipValue(reader, type);
  }
}

function skipValue(reader: LittleEndianReader, type: number): void {
  if (type === valueTypes.text) {
    readTextBytes(reader);
    return;
  }
  const size = sizes.get(type);
  if (size !== undefined) {
    reader.skip(size);
    return;
  }
  const length = reader.u32() + 2 ** 32 * reader.u32();
  if (type === valueTypes.texts) for (let text = 0; text < length; text += 1) readTextBytes(reader);
  else {
    const elementSize = elementSizes.get(type);
    if (elementSize === undefined) throw damagedMolecule(`a property has the unknown type ${type}`, reader.at);
    reader.skip(elementSize * length);
  }
}

/** The maximum nesting of queries, which is unbounded in hostile input. */
const maxQueryDepth = 32;

/** Skips the query of an atom or bond, such as `*` and `~` in SMILES. */
export function skipQuery(reader: LittleEndianReader, depth = 0): void {
  if (depth > maxQueryDepth) throw damagedMolecule('a query has more than 32 levels', reader.at);
  readTextBytes(reader);
  let tag = reader.u8();
  if (tag === recordTags.queryTypeLabel) {
    readTextBytes(reader);
    tag = reader.u8();
  }
  if (tag === recordTags.queryNegated) tag = reader.u8();
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
      expectTag(reader, recordTags.queryValue);
      reader.skip(8);
      break;
    case recordTags.queryRange:
      expectTag(reader, recordTags.queryValue);
      reader.skip(13);
      break;
    case recordTags.querySet:
      expectTag(reader, recordTags.queryValue);
      reader.skip(4 * reader.u32());
      break;
    case recordTags.queryAtomRing:
      expectTag(reader, recordTags.queryValue);
      reader.skip(8);
      break;
    default:
      throw damagedMolecule(`a query has the unknown part ${tag}`, reader.at);
  }
  expectTag(reader, recordTags.queryChildren);
  const children = reader.u8();
  for (let child = 0; child < children; child += 1) skipQuery(reader, depth + 1);
}

export function expectTag(reader: LittleEndianReader, wanted: number): void {
  const tag = reader.u8();
  if (tag !== wanted) throw damagedMolecule(`the tag ${tag} was found instead of ${wanted}`, reader.at);
}
