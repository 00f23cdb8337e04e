import { ProtobufMessage } from '../open/protobuf';
import type { OrcTail } from '../open/tail';
import type { OrcType, TypeKind } from '../open/types';

const footerFields = { statistics: 7 } as const;
/** Statistics of a column, and the bytes of all its texts, or of its binary values, in them (ORC specification v1, “Column Statistics”). */
const statisticsFields = { valueCount: 1, texts: 4, binary: 8 } as const;
const textBytes = 3;
const binaryBytes = 1;

/** The bytes of a value in memory, beside those of its text. */
const valueBytes: Readonly<Partial<Record<TypeKind, number>>> = {
  boolean: 1,
  tinyint: 1,
  smallint: 2,
  int: 4,
  float: 4,
  date: 4,
  decimal: 16,
  string: 4,
  varchar: 4,
  char: 4,
  binary: 4,
  array: 4,
  map: 4,
  struct: 0,
};
const otherValueBytes = 8;
const textKinds: ReadonlySet<TypeKind | null> = new Set(['string', 'varchar', 'char', 'binary']);
/** How many times their bytes in the file texts without statistics take. */
const textFactor = 3;

const unzigzag = (value: number) => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** How many bytes all values take in memory, by the types and the statistics of the columns. */
export function decodedBytes({ root, rowCount, stripes, footer }: OrcTail): number {
  const statistics = new ProtobufMessage(footer, 'its footer').parts(footerFields.statistics);
  const storedBytes = stripes.reduce((sum, { dataBytes }) => sum + dataBytes, 0);
  let [bytes, hasUnknownTexts] = [0, false];
  const add = ({ id, kind, children }: OrcType, around: number) => {
    const part = statistics[id];
    const own = part === undefined ? null : new ProtobufMessage(part, 'its statistics');
    const count = own?.has(statisticsFields.valueCount) ? own.size(statisticsFields.valueCount) : around;
    bytes += count * (valueBytes[kind ?? 'struct'] ?? otherValueBytes);
    if (textKinds.has(kind)) {
      const [field, sum] =
        kind === 'binary' ? [statisticsFields.binary, binaryBytes] : [statisticsFields.texts, textBytes];
      const sums = own?.parts(field)[0];
      if (sums === undefined) hasUnknownTexts = true;
      else bytes += Math.max(0, unzigzag(new ProtobufMessage(sums, 'its statistics').size(sum)));
    }
    for (const { type } of children) add(type, count);
  };
  add(root, rowCount);
  return hasUnknownTexts ? Math.max(bytes, textFactor * storedBytes) : bytes;
}
