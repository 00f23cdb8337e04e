import { bytesByKind, type ColumnFacts, type MapNode } from '../../workers/model/byte-map';
import { bytesInFull, formatCount, formatExactBytes, formatPercent } from '../figures/figures';
import { Button } from '../ui/Button';
import { ScrollRegion } from '../ui/ScrollRegion';
import table from '../ui/wide-table.module.css';
import styles from './ByteMap.module.css';
import { kindStyles } from './kinds';

const maxRows = 200;

interface PartsTableProps {
  readonly node: MapNode;
  readonly fileBytes: number;
  readonly onOpen: (index: number, node: MapNode) => void;
}

/** What the shown part consists of: the figures of the map. */
export function PartsTable({ node, fileBytes, onOpen }: PartsTableProps) {
  if ('span' in node) return null;
  const hidden = node.parts.slice(maxRows);
  return (
    <ScrollRegion label={`Parts of ${node.name}, scrolls sideways`} className={table.region}>
      <table className={table.table}>
        <caption className="visually-hidden">Parts of {node.name}</caption>
        <thead>
          <tr className={table.single}>
            <th scope="col" className={table.first}>
              Part
            </th>
            <th scope="col">bytes</th>
            <th scope="col">of the file</th>
            <th scope="col" className={styles.text}>
              consists of
            </th>
          </tr>
        </thead>
        <tbody>
          {node.parts.slice(0, maxRows).map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity, and never move.
            <tr key={index}>
              <th scope="row" className={table.first}>
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
              <td className={styles.text}>{kindsText(part)}</td>
            </tr>
          ))}
          {hidden.length > 0 && (
            <tr>
              <th scope="row" className={table.first}>
                {formatCount(hidden.length)} more parts
              </th>
              <td>{formatExactBytes(hidden.reduce((sum, { bytes }) => sum + bytes, 0))}</td>
              <td />
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </ScrollRegion>
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
    <ScrollRegion label="Columns of the file, scrolls sideways" className={table.region}>
      <table className={table.table}>
        <caption className="visually-hidden">Columns of the file</caption>
        <thead>
          <tr className={table.single}>
            <th scope="col" className={table.first}>
              Column
            </th>
            <th scope="col" className={styles.text}>
              type
            </th>
            <th scope="col" className={styles.text}>
              encodings, with their pages
            </th>
            <th scope="col" className={styles.text}>
              codec
            </th>
            <th scope="col">compressed</th>
            <th scope="col">uncompressed</th>
            <th scope="col">values</th>
            <th scope="col">nulls</th>
            <th scope="col">distinct values</th>
            <th scope="col">smallest</th>
            <th scope="col">largest</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <tr key={column.name}>
              <th scope="row" className={table.first}>
                {column.name}
              </th>
              <td className={styles.text}>{column.type}</td>
              <td className={styles.text}>
                {column.encodings.map(({ name, pages }) => `${name} (${formatCount(pages)})`).join(', ') || '–'}
              </td>
              <td className={styles.text}>{column.codecs.join(', ')}</td>
              <td>{formatExactBytes(column.compressedBytes)}</td>
              <td>{formatExactBytes(column.uncompressedBytes)}</td>
              <td>{formatCount(column.values)}</td>
              <td>{column.nulls === null ? 'not told' : formatCount(column.nulls)}</td>
              <td>{distinctText(column)}</td>
              <td>{column.min ?? 'not told'}</td>
              <td>{column.max ?? 'not told'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const distinctText = ({ distinct }: ColumnFacts) =>
  distinct === null ? 'not told' : `${distinct.isExact ? '' : 'at least '}${formatCount(distinct.count)}`;
