import { useState } from 'react';
import type { MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import type { Candidate, DatasetSpec } from '../../../../workers/model/plan';
import { formatCount, plural } from '../../../results/figures';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { MoleculeFiles } from './MoleculeFiles';
import styles from './MoleculePanel.module.css';
import { useMolecules } from './use-molecules';

interface MoleculePanelProps {
  readonly spec: DatasetSpec;
  readonly itemCount: number;
  readonly ownFile: File | null;
  readonly candidates: readonly Candidate[];
  /** False while something is measured. */
  readonly idle: boolean;
}

const shownAtOnce = 6;

/** What is being stored: the molecule under the cursor drawn, and what it is in each of the chosen formats. */
export function MoleculePanel({ spec, itemCount, ownFile, candidates, idle }: MoleculePanelProps) {
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState(0);
  const pages = Math.max(1, Math.ceil(itemCount / shownAtOnce));
  const from = Math.min(page, pages - 1) * shownAtOnce;
  const answer = useMolecules(spec, ownFile, from, Math.min(itemCount, from + shownAtOnce), idle);
  if (answer.status === 'failed') {
    return (
      <Notice tone="warning" title="The molecules can’t be shown.">
        {answer.error.message}
      </Notice>
    );
  }
  const sketches = answer.status === 'ready' ? answer.value : answer.last;
  const current = sketches?.[Math.min(chosen, sketches.length - 1)] ?? null;
  const turn = (step: number) => {
    setPage((before) => (Math.min(before, pages - 1) + step + pages) % pages);
    setChosen(0);
  };
  return (
    <section className={styles.panel} aria-label="What is being stored" aria-busy={answer.status === 'asking'}>
      <h3 className={styles.heading}>What is being stored</h3>
      <Drawing sketch={current} />
      {sketches !== null && sketches.length > 0 && (
        <ul className={styles.list}>
          {sketches.map((sketch, index) => (
            <li key={sketch.molecule}>
              <button
                type="button"
                className={styles.molecule}
                aria-pressed={index === chosen}
                onPointerEnter={() => setChosen(index)}
                onFocus={() => setChosen(index)}
                onClick={() => setChosen(index)}
              >
                <span className={styles.title}>{sketch.title || formatCount(sketch.molecule + 1)}</span>
                <code className={styles.smiles}>{sketch.smiles}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <div className={styles.turn}>
          <Button size="small" variant="plain" onClick={() => turn(-1)} aria-label="The molecules before">
            ←
          </Button>
          <span>
            {formatCount(from + 1)}–{formatCount(Math.min(itemCount, from + shownAtOnce))} of {formatCount(itemCount)}
          </span>
          <Button size="small" variant="plain" onClick={() => turn(1)} aria-label="The molecules after">
            →
          </Button>
        </div>
      )}
      {current !== null && <MoleculeFiles key={JSON.stringify(spec)} spec={spec} ownFile={ownFile} molecule={current.molecule} candidates={candidates} idle={idle} />}
    </section>
  );
}

function Drawing({ sketch }: { readonly sketch: MoleculeSketch | null }) {
  if (sketch === null) return <div className={styles.drawing} />;
  const name = sketch.title || `Molecule ${formatCount(sketch.molecule + 1)}`;
  return (
    <figure className={styles.drawing}>
      {sketch.svg === null ? (
        <p className={styles.undrawn}>{sketch.drawingError}</p>
      ) : (
        // An image, not markup: nothing in it can run.
        <img className={styles.image} src={`data:image/svg+xml,${encodeURIComponent(sketch.svg)}`} alt={`Structure of ${name}: ${sketch.smiles}`} />
      )}
      <figcaption className={styles.caption}>
        {name}: {plural(sketch.atomCount, 'atom')}, {plural(sketch.bondCount, 'bond')}
      </figcaption>
    </figure>
  );
}
