import { useMemo, useState } from 'react';
import type { MoleculeFile } from '../../../../workers/model/molecules/sketch';
import { type Candidate, candidateKey } from '../../../../workers/model/plan';
import { formats } from '../../../../workers/registry/metadata';
import { nameCandidates } from '../../../figures/candidate-names';
import { formatExactBytes } from '../../../figures/figures';
import { ScrollRegion } from '../../../ui/ScrollRegion';
import { fileText } from './file-text';
import styles from './MoleculeFiles.module.css';
import type { MoleculeSource } from './molecule-source';
import { useMoleculeFiles } from './use-molecules';

interface MoleculeFilesProps {
  readonly source: MoleculeSource;
  readonly molecule: number;
  readonly candidates: readonly Candidate[];
  /** False during a run: no files are then requested. */
  readonly enabled: boolean;
}

/** The formats of the plan with their options, each once and without a codec. */
function bareFormats(candidates: readonly Candidate[]): Candidate[] {
  const bare = candidates.map((candidate) => ({ ...candidate, codec: null }));
  return bare.filter(
    (candidate, index) => bare.findIndex((other) => candidateKey(other) === candidateKey(candidate)) === index,
  );
}

/** Shows one molecule as a file in each chosen format: the size of each, and the description and the first bytes of one of them. */
export function MoleculeFiles({ source, molecule, candidates, enabled }: MoleculeFilesProps) {
  const bare = useMemo(() => bareFormats(candidates), [candidates]);
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const { busy, error, fileOf } = useMoleculeFiles(source, molecule, bare, enabled);
  const names = nameCandidates(bare);
  if (bare.length === 0) return null;
  const first = bare.findIndex(({ format }) => format !== 'raw');
  const found = bare.findIndex((candidate) => candidateKey(candidate) === chosenKey);
  const chosen = Math.max(0, found === -1 ? first : found);
  const shown = bare[chosen];
  const format = formats.get(shown?.format ?? '');
  return (
    <div className={styles.files} aria-busy={busy}>
      <h4 className={styles.heading}>This molecule alone, as a file of each format</h4>
      <ul className={styles.list}>
        {bare.map((candidate, index) => (
          <li key={candidateKey(candidate)}>
            <button
              type="button"
              className={styles.format}
              aria-pressed={index === chosen}
              onClick={() => setChosenKey(candidateKey(candidate))}
            >
              <span>{names[index]?.label}</span>
              <span className={styles.size}>{sizeText(fileOf(candidate))}</span>
            </button>
          </li>
        ))}
      </ul>
      {error !== null && <p className={styles.note}>{error.message}</p>}
      <FileHead file={shown && fileOf(shown)} label={format?.label ?? ''} />
      {format !== undefined && <p className={styles.note}>{format.description}</p>}
    </div>
  );
}

function sizeText(file: MoleculeFile | undefined): string {
  if (file === undefined) return '…';
  return file.status === 'encoded' ? formatExactBytes(file.sizeBytes) : 'not supported';
}

function FileHead({ file, label }: { readonly file: MoleculeFile | undefined; readonly label: string }) {
  if (file === undefined) return null;
  if (file.status === 'failed') return <p className={styles.note}>{file.error.message}</p>;
  return (
    <ScrollRegion label={`First bytes of the ${label} file`} className={styles.head}>
      <pre className={styles.bytes}>{fileText(file.head, file.sizeBytes)}</pre>
    </ScrollRegion>
  );
}
