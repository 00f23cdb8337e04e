import type { ByteMap, ColumnFacts, Finding } from '../../workers/model/byte-map';
import type { CoarserUnit, ValueFacts } from '../../workers/model/value-facts';

const unitNames = {
  day: 'days',
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  ns: 'nanoseconds',
} as const satisfies Record<CoarserUnit | 'ns', string>;

/** What stands out in the values of the columns of a file, beside what its map says of them. */
export const valueFindings = ({ format, columns }: ByteMap, facts: readonly ValueFacts[]): Finding[] =>
  facts.flatMap(({ name, order, whole }) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined) return [];
    return [
      ...(whole === null
        ? []
        : [
            {
              column: name,
              text: `Its timestamps in ${unitNames[whole.unit]} are all whole ${unitNames[whole.coarser]}.`,
            },
          ]),
      ...(order === null || format !== 'Parquet' || hasDelta(column)
        ? []
        : [{ column: name, text: `Its values are stored in ${order} order, and no page has a delta encoding.` }]),
    ];
  });

const hasDelta = ({ encodings }: ColumnFacts) => encodings.some(({ name }) => name.startsWith('DELTA_'));
