import { lazy, Suspense, useCallback, useState } from 'react';
import type { ByteMap } from '../../workers/model/byte-map';
import { type Candidate, wrappingCodec } from '../../workers/model/plan';
import { type CompletedRow, isCompleted, type ResultRow } from '../figures/rows';
import { withCoordinator } from '../state/coordinator';
import { Button } from '../ui/Button';
import { SelectField } from '../ui/SelectField';
import styles from './FileMaps.module.css';

const ByteMapPanel = lazy(async () => ({ default: (await import('../byte-map/ByteMapPanel')).ByteMapPanel }));

interface FileMapsProps {
  /** The user's file, if it has a map. */
  readonly ownFile: File | null;
  readonly rows: readonly ResultRow[];
  readonly candidates: readonly Candidate[];
  readonly onByteMap: (dataset: number, candidate: number) => Promise<ByteMap>;
}

/** The formats of the registry whose files have a map. */
const mappedFormats: ReadonlySet<string> = new Set([
  'parquet',
  'arrow',
  'npy',
  'npz',
  'hdf5',
  'root',
  'rntuple',
  'hashdbm',
  'treedbm',
  'pickle',
]);
/** The map of a larger file waits for a click. */
const drawnAtOnceBytes = 200_000_000;

/** A file that a codec wraps shows nothing of its format. */
const hasMap = (row: CompletedRow, candidate: Candidate | undefined) =>
  candidate !== undefined &&
  mappedFormats.has(candidate.format) &&
  row.encodedSha256 !== null &&
  wrappingCodec(candidate) === null;

const ownKey = 'own file';

/**
 * Where the bytes of the user's file are, or of a candidate's. A run doesn't keep its files, so a candidate's file is encoded again when
 * asked for.
 */
export function FileMaps({ ownFile, rows, candidates, onByteMap }: FileMapsProps) {
  const mapped = rows.filter(isCompleted).filter((row) => hasMap(row, candidates[row.candidate]));
  const options = [
    ...(ownFile === null ? [] : [{ value: ownKey, label: `${ownFile.name}, as it is` }]),
    ...mapped.map(({ key, names }) => ({ value: key, label: names.label })),
  ];
  const [chosen, setChosen] = useState<string | null>(null);
  /** What the user asked to see. Another file or another run has the same keys, and nobody asked for its maps. */
  const [asked, setAsked] = useState<{ key: string; ownFile: File | null; candidates: unknown } | null>(null);
  const option = options.find(({ value }) => value === chosen) ?? options[0];
  const row = mapped.find(({ key }) => key === option?.value);
  const { dataset = 0, candidate = 0 } = row ?? {};
  const isOwn = option?.value === ownKey;
  const load = useCallback(
    () => (isOwn && ownFile !== null ? mapOwnFile(ownFile) : onByteMap(dataset, candidate)),
    [isOwn, ownFile, onByteMap, dataset, candidate],
  );
  if (option === undefined) return null;
  const isAsked = asked?.key === option.value && asked.ownFile === ownFile && asked.candidates === candidates;
  const isShown = isAsked || (isOwn && (ownFile?.size ?? 0) <= drawnAtOnceBytes);
  return (
    <section aria-labelledby="byte-map-title">
      <h3 id="byte-map-title">Where the bytes are</h3>
      {options.length > 1 || !isShown ? (
        <div className={styles.choice}>
          <SelectField label="File" value={option.value} options={options} onChange={setChosen} />
          {!isShown && (
            <Button onClick={() => setAsked({ key: option.value, ownFile, candidates })}>Draw its map</Button>
          )}
        </div>
      ) : null}
      {isShown && (
        <Suspense fallback={null}>
          <ByteMapPanel key={option.value} load={load} fileName={isOwn ? (ownFile?.name ?? '') : option.label} />
        </Suspense>
      )}
    </section>
  );
}

const mapOwnFile = (file: File): Promise<ByteMap> => withCoordinator((coordinator) => coordinator.byteMap(file));
