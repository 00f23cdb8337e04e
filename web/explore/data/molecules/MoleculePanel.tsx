import { useState } from 'react';
import type { MoleculeSketch } from '../../../../workers/model/molecules/sketch';
import type { Candidate, DatasetSpec } from '../../../../workers/model/plan';
import { formatCount } from '../../../figures/figures';
import { plural } from '../../../../workers/model/plural';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/Notice';
import { recolorDrawing } from './drawing-colors';
import { MoleculeFiles } from './MoleculeFiles';
import styles from './MoleculePanel.module.css';
import { useMoleculeSource, useMolecules } from './use-molecules';
import { useShownTheme } from './use-shown-theme';

interface MoleculePanelProps {
  readonly spec: DatasetSpec;
  readonly itemCount: number;
  readonly ownFile: File | null;
  readonly candidates: readonly Candidate[];
  /** True if no run is in progress. Drawing molecules would disturb a measurement. */
  readonly idle: boolean;
}

const shownAtOnce = 6;

/** Shows drawings of the dataset's molecules, and the chosen molecule as a file in each format of the plan. */
export function MoleculePanel({ spec, itemCount, ownFile, candidates, idle }: MoleculePanelProps) {
  const [page, setPage] = useState(0);
  /** The index of the chosen molecule in the dataset. If the page of drawings does not contain it, the first one is chosen. */
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
  // While a page of drawings is loading, the previous one stays, with its own label and greyed out.
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
              : `${formatCount(last.request.from + 1)}–${formatCount(last.request.to)} of ${formatCount(last.request.itemCount)}`}
          </span>
          <Button size="small" variant="plain" onClick={() => turn(1)} aria-label="The molecules after">
            →
          </Button>
        </div>
      )}
      {last !== null && current !== null && (
        <MoleculeFiles
          source={last.request.source}
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
        // The drawing is an image, not markup, so no script in it can run.
        <img
          className={styles.image}
          src={`data:image/svg+xml,${encodeURIComponent(recolorDrawing(sketch.svg, theme))}`}
          alt={`Structure of ${name}: ${sketch.smiles}`}
        />
      )}
      <figcaption className={styles.caption}>
        {name}: {plural(sketch.atomCount, 'atom')}, {plural(sketch.bondCount, 'bond')}
      </figcaption>
    </figure>
  );
}
