import { useState } from 'react';
import type { MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import type { Candidate, DatasetSpec } from '../../../../workers/model/plan';
import { formatCount, plural } from '../../../figures/figures';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { drawnOn } from './drawing-colors';
import { MoleculeFiles } from './MoleculeFiles';
import styles from './MoleculePanel.module.css';
import { useMoleculeSource, useMolecules } from './use-molecules';
import { useShownTheme } from './use-shown-theme';

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
  /** Its place in the dataset; where it is not among the shown, the first of them is meant. */
  const [chosen, setChosen] = useState(0);
  const source = useMoleculeSource(spec, ownFile, idle);
  const pages = Math.max(1, Math.ceil(itemCount / shownAtOnce));
  const from = Math.min(page, pages - 1) * shownAtOnce;
  const { busy, last, error } = useMolecules(
    { source, from, to: Math.min(itemCount, from + shownAtOnce), itemCount },
    idle,
  );
  if (error !== null) {
    return (
      <Notice tone="warning" title="The molecules can’t be shown.">
        {error.message}
      </Notice>
    );
  }
  // Of the page before, as long as there is no new one: then with its own label, and grey.
  const sketches = last?.out ?? [];
  const current = sketches.find(({ molecule }) => molecule === chosen) ?? sketches[0] ?? null;
  const turn = (step: number) => setPage((before) => (Math.min(before, pages - 1) + step + pages) % pages);
  return (
    <section className={styles.panel} aria-label="What is being stored" aria-busy={busy}>
      <h3 className={styles.heading}>What is being stored</h3>
      <Drawing sketch={current} />
      {sketches.length > 0 && (
        <ul className={styles.list}>
          {sketches.map((sketch) => (
            <li key={sketch.molecule}>
              <button
                type="button"
                className={styles.molecule}
                aria-pressed={sketch === current}
                onPointerEnter={() => setChosen(sketch.molecule)}
                onFocus={() => setChosen(sketch.molecule)}
                onClick={() => setChosen(sketch.molecule)}
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
            {last === null
              ? '…'
              : `${formatCount(last.question.from + 1)}–${formatCount(last.question.to)} of ${formatCount(last.question.itemCount)}`}
          </span>
          <Button size="small" variant="plain" onClick={() => turn(1)} aria-label="The molecules after">
            →
          </Button>
        </div>
      )}
      {last !== null && current !== null && (
        <MoleculeFiles
          source={last.question.source}
          molecule={current.molecule}
          candidates={candidates}
          enabled={idle && !busy}
        />
      )}
    </section>
  );
}

function Drawing({ sketch }: { readonly sketch: MoleculeSketch | null }) {
  const theme = useShownTheme();
  if (sketch === null) return <div className={styles.drawing} />;
  const name = sketch.title || `Molecule ${formatCount(sketch.molecule + 1)}`;
  return (
    <figure className={styles.drawing}>
      {sketch.svg === null ? (
        <p className={styles.undrawn}>{sketch.drawingError}</p>
      ) : (
        // An image, not markup: nothing in it can run.
        <img
          className={styles.image}
          src={`data:image/svg+xml,${encodeURIComponent(drawnOn(sketch.svg, theme))}`}
          alt={`Structure of ${name}: ${sketch.smiles}`}
        />
      )}
      <figcaption className={styles.caption}>
        {name}: {plural(sketch.atomCount, 'atom')}, {plural(sketch.bondCount, 'bond')}
      </figcaption>
    </figure>
  );
}
