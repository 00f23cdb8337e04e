import { bytesByKind, type ColumnFacts, type MapNode } from '../../workers/model/byte-map';
import { bytesInFull, formatCount, formatExactBytes, formatPercent } from '../figures/figures';
import { Button } from '../ui/Button';
import { firstCellClass, textCellClass, WideTable } from '../ui/WideTable';
import { kindStyles } from './kinds';

const maxRows = 200;

interface PartsTableProps {
  readonly node: MapNode;
  readonly fileBytes: number;
  readonly onOpen: (index: number, node: MapNode) => void;
}

const partHeads = [{ text: 'Part' }, { text: 'bytes' }, { text: 'of the file' }, { text: 'consists of', isText: true }];
const columnHeads = [
  { text: 'Column' },
  { text: 'type', isText: true },
  { text: 'encodings, with their pages', isText: true },
  { text: 'codec', isText: true },
  { text: 'compressed' },
  { text: 'uncompressed' },
  { text: 'values' },
  { text: 'nulls' },
  { text: 'distinct values' },
  { text: 'smallest' },
  { text: 'largest' },
];

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

/** What the file says of each column. */
export function ColumnFactsTable({ columns }: { readonly columns: readonly ColumnFacts[] }) {
  return (
    <WideTable caption="Columns of the file" heads={columnHeads}>
      {columns.map((column) => (
        <tr key={column.name}>
          <th scope="row" className={firstCellClass}>
            {column.name}
          </th>
          <td className={textCellClass}>{column.type}</td>
          <td className={textCellClass}>
            {column.encodings
              .map(({ name, pages }) => (pages === null ? name : `${name} (${formatCount(pages)})`))
              .join(', ') || '–'}
          </td>
          <td className={textCellClass}>{column.codecs.join(', ')}</td>
          <td>{formatExactBytes(column.compressedBytes)}</td>
          <td>{formatExactBytes(column.uncompressedBytes)}</td>
          <td>{formatCount(column.values)}</td>
          <td>{column.nulls === null ? 'not told' : formatCount(column.nulls)}</td>
          <td>{distinctText(column)}</td>
          <td>{column.min ?? 'not told'}</td>
          <td>{column.max ?? 'not told'}</td>
        </tr>
      ))}
    </WideTable>
  );
}

const distinctText = ({ distinct }: ColumnFacts) =>
  distinct === null ? 'not told' : `${distinct.isExact ? '' : 'at least '}${formatCount(distinct.count)}`;
