import { useMemo, useState } from 'react';
import { type ByteMap, bytesByKind, type Finding, type MapNode } from '../../workers/model/byte-map';
import type { ValueFacts } from '../../workers/model/value-facts';
import chart from '../charts/chart.module.css';
import { bytesInFull, formatPercent } from '../figures/figures';
import { Button } from '../ui/Button';
import { Loaded } from '../ui/Loaded';
import styles from './ByteMap.module.css';
import { ByteMapChart } from './ByteMapChart';
import { ColumnFactsTable, PartsTable } from './ByteMapTables';
import { kindStyles } from './kinds';
import { valueFindings } from './value-findings';

interface ByteMapPanelProps {
  /** Makes the map. Keep its identity stable. */
  readonly load: () => Promise<ByteMap>;
  readonly fileName: string;
  /** What the values of the file's columns have in common, as far as it is known. */
  readonly valueFacts?: readonly ValueFacts[];
}

const noFacts: readonly ValueFacts[] = [];

/** Where the bytes of a file are: what stands out, a map, and the same as tables. */
export function ByteMapPanel({ load, fileName, valueFacts = noFacts }: ByteMapPanelProps) {
  return (
    <Loaded load={load} what="map of the bytes">
      {(map) => <MapOfFile map={map} fileName={fileName} valueFacts={valueFacts} />}
    </Loaded>
  );
}

interface OpenPart {
  readonly id: string;
  readonly node: MapNode;
}

interface MapOfFileProps extends Required<Pick<ByteMapPanelProps, 'fileName' | 'valueFacts'>> {
  readonly map: ByteMap;
}

function MapOfFile({ map, fileName, valueFacts }: MapOfFileProps) {
  const root = useMemo<OpenPart>(
    () => ({ id: '', node: { name: fileName, bytes: map.fileBytes, parts: map.parts } }),
    [map, fileName],
  );
  const [path, setPath] = useState<readonly OpenPart[]>([]);
  const opened = [root, ...path];
  const shown = opened.at(-1) ?? root;
  const kinds = useMemo(() => [...bytesByKind(map.parts)].sort(([, one], [, other]) => other - one), [map]);
  const open = (part: OpenPart) => setPath([...path, { id: part.id, node: part.node }]);
  return (
    <div className={styles.panel}>
      <figure className={chart.figure} aria-label={`Where the bytes of ${fileName} are`}>
        {path.length > 0 && (
          <nav className={styles.path} aria-label="Shown part of the file">
            {opened.slice(0, -1).map(({ id, node }, index) => (
              <Button key={id} size="small" variant="plain" onClick={() => setPath(path.slice(0, index))}>
                {node.name}
              </Button>
            ))}
            <span aria-current="true">{shown.node.name}</span>
          </nav>
        )}
        <ByteMapChart
          node={shown.node}
          id={shown.id}
          fileBytes={map.fileBytes}
          onOpen={open}
          onClose={() => setPath(path.slice(0, -1))}
        />
        <ul className={chart.legend} aria-label="Bytes by kind">
          {kinds.map(([kind, bytes]) => (
            <li key={kind}>
              <svg width="10" height="10" aria-hidden="true">
                <rect width="10" height="10" fill={kindStyles[kind].color} />
              </svg>
              {kindStyles[kind].label}: {bytesInFull(bytes)}, {formatPercent(bytes / map.fileBytes)}
            </li>
          ))}
        </ul>
      </figure>
      <Findings map={map} valueFacts={valueFacts} />
      <PartsTable
        node={shown.node}
        fileBytes={map.fileBytes}
        onOpen={(index, node) => open({ id: shown.id === '' ? String(index) : `${shown.id}/${index}`, node })}
      />
      <ColumnFactsTable columns={map.columns} term={map.columnTerm} />
    </div>
  );
}

const maxFindings = 5;

/** What stands out, the largest columns first. */
function Findings({ map, valueFacts }: Pick<MapOfFileProps, 'map' | 'valueFacts'>) {
  const sorted = useMemo(() => {
    const bytes = new Map(map.columns.map(({ name, compressedBytes }) => [name, compressedBytes]));
    const weight = ({ column }: Finding) => (column === null ? map.fileBytes : (bytes.get(column) ?? 0));
    return [...map.findings, ...valueFindings(map, valueFacts)].sort((one, other) => weight(other) - weight(one));
  }, [map, valueFacts]);
  if (sorted.length === 0) return null;
  const list = (findings: readonly Finding[], label: string) => (
    <ul className={styles.findings} aria-label={label}>
      {findings.map(({ column, text }) => (
        <li key={`${column}/${text}`}>
          {column !== null && <strong>{column}: </strong>}
          {text}
        </li>
      ))}
    </ul>
  );
  const rest = sorted.slice(maxFindings);
  return (
    <div>
      <h4>What stands out</h4>
      {list(sorted.slice(0, maxFindings), 'What stands out')}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          {list(rest, 'What else stands out')}
        </details>
      )}
    </div>
  );
}
