import {
  type ByteMap,
  bytesByKind,
  type ColumnFacts,
  type ColumnTerm,
  type MapNode,
} from '../../workers/model/byte-map';
import { bytesInFull, formatCount, formatExactBytes, formatPercent } from '../figures/figures';
import { Button } from '../ui/Button';
import type { ExplainedWord } from '../ui/explained-terms';
import { firstCellClass, textCellClass, WideTable } from '../ui/WideTable';
import { kindStyles } from './kinds';

const maxRows = 200;

interface PartsTableProps {
  readonly node: MapNode;
  readonly fileBytes: number;
  readonly onOpen: (index: number, node: MapNode) => void;
}

const partHeads = [{ text: 'Part' }, { text: 'bytes' }, { text: 'of the file' }, { text: 'consists of', isText: true }];
interface FactHead {
  readonly text: string;
  readonly word?: ExplainedWord;
  readonly isText?: boolean;
  readonly cell: (column: ColumnFacts) => string;
  /** Whether a file tells it. Absent if every file does. */
  readonly isTold?: (column: ColumnFacts) => boolean;
}

const notTold = 'not told';

const factHeads: readonly FactHead[] = [
  { text: 'type', isText: true, cell: ({ type }) => type },
  {
    text: 'encodings and layouts, with how often',
    isText: true,
    cell: ({ encodings }) =>
      encodings.map(({ name, pages }) => (pages === null ? name : `${name} (${formatCount(pages)})`)).join(', ') || '–',
    isTold: ({ encodings }) => encodings.length > 0,
  },
  { text: 'codec', isText: true, cell: ({ codecs }) => codecs.join(', ') },
  { text: 'compressed', cell: ({ compressedBytes }) => formatExactBytes(compressedBytes) },
  {
    text: 'uncompressed',
    cell: ({ uncompressedBytes }) => (uncompressedBytes === null ? notTold : formatExactBytes(uncompressedBytes)),
  },
  { text: 'values', cell: ({ values }) => (values === null ? 'not counted' : formatCount(values)) },
  {
    text: 'nulls',
    cell: ({ nulls }) => (nulls === null ? notTold : formatCount(nulls)),
    isTold: ({ nulls }) => nulls !== null,
  },
  {
    text: 'distinct values',
    word: 'distinct values',
    cell: ({ distinct }) =>
      distinct === null ? notTold : `${distinct.isExact ? '' : 'at least '}${formatCount(distinct.count)}`,
    isTold: ({ distinct }) => distinct !== null,
  },
  { text: 'smallest', cell: ({ min }) => min ?? notTold, isTold: ({ min }) => min !== null },
  { text: 'largest', cell: ({ max }) => max ?? notTold, isTold: ({ max }) => max !== null },
];

const firstHeads: Readonly<Record<ColumnTerm, string>> = {
  Columns: 'Column',
  Arrays: 'Array',
  Members: 'Member',
  Datasets: 'Dataset',
  Branches: 'Branch',
  'Tables and indexes': 'Table or index',
  Entries: 'Entry',
  Records: 'Records',
};

/** What the shown part consists of: the figures of the map. */
export function PartsTable({ node, fileBytes, onOpen }: PartsTableProps) {
  if ('span' in node) return null;
  const hidden = node.parts.slice(maxRows);
  return (
    <WideTable caption={`Parts of ${node.name}`} heads={partHeads}>
      {node.parts.slice(0, maxRows).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and never move.
        <tr key={index}>
          <th scope="row" className={firstCellClass}>
            {'parts' in part ? (
              <Button size="small" variant="plain" onClick={() => onOpen(index, part)}>
                {part.name}
              </Button>
            ) : (
              part.name
            )}
          </th>
          <td>{formatExactBytes(part.bytes)}</td>
          <td>{formatPercent(part.bytes / fileBytes)}</td>
          <td className={textCellClass}>{kindsText(part)}</td>
        </tr>
      ))}
      {hidden.length > 0 && (
        <tr>
          <th scope="row" className={firstCellClass}>
            {formatCount(hidden.length)} more parts
          </th>
          <td>{formatExactBytes(hidden.reduce((sum, { bytes }) => sum + bytes, 0))}</td>
          <td />
          <td />
        </tr>
      )}
    </WideTable>
  );
}

const kindsText = (part: MapNode) =>
  [...bytesByKind([part])]
    .sort(([, one], [, other]) => other - one)
    .map(([kind, bytes]) => `${kindStyles[kind].label.toLowerCase()} ${bytesInFull(bytes)}`)
    .join('; ');

/** What the file says of each column, without what it says of none. */
export function ColumnFactsTable({ columns, term }: Pick<ByteMap, 'columns'> & { readonly term: ColumnTerm }) {
  const heads = factHeads.filter(({ isTold }) => isTold === undefined || columns.some(isTold));
  const hidden = columns.length - maxRows;
  return (
    <WideTable caption={`${term} of the file`} heads={[{ text: firstHeads[term] }, ...heads]}>
      {columns.slice(0, maxRows).map((column) => (
        <tr key={column.name}>
          <th scope="row" className={firstCellClass}>
            {column.name}
          </th>
          {heads.map(({ text, isText, cell }) => (
            <td key={text} className={isText ? textCellClass : undefined}>
              {cell(column)}
            </td>
          ))}
        </tr>
      ))}
      {hidden > 0 && (
        <tr>
          <th scope="row" className={firstCellClass}>
            {formatCount(hidden)} more
          </th>
          <td colSpan={heads.length} />
        </tr>
      )}
    </WideTable>
  );
}
