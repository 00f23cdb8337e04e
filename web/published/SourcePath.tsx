import type { PublishedSource } from '../../workers/model/published';
import { shortCitationOf } from '../sources/citation';
import { PageLink } from '../ui/PageLink';
import styles from './PublishedPage.module.css';
import { SourceLink } from './SourceLink';

type OnSource = (id: string | null) => void;

/** A link to the index of the sources. */
export function IndexLink({ onSource }: { readonly onSource: OnSource }) {
  return (
    <PageLink href="#published" onFollow={() => onSource(null)}>
      Published results
    </PageLink>
  );
}

interface SourceNavigationProps {
  readonly source: PublishedSource;
  readonly sources: readonly PublishedSource[];
  readonly onSource: OnSource;
}

/** Where a source's page is: the index above it, and its own name. */
export function SourcePath({ source, onSource }: Omit<SourceNavigationProps, 'sources'>) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.path}>
        <li>
          <IndexLink onSource={onSource} />
        </li>
        <li aria-current="page">
          {shortCitationOf(source)} (source {source.id})
        </li>
      </ol>
    </nav>
  );
}

/** Links to the previous and the next source. */
export function NeighbourSources({ source, sources, onSource }: SourceNavigationProps) {
  const place = sources.indexOf(source);
  const neighbours = [
    { side: 'Previous', neighbour: sources[place - 1] },
    { side: 'Next', neighbour: sources[place + 1] },
  ] as const;
  return (
    <nav aria-label="Other sources" className={styles.neighbours}>
      {neighbours.map(({ side, neighbour }) =>
        neighbour === undefined ? (
          <span key={side} />
        ) : (
          <SourceLink key={side} id={neighbour.id} onSource={onSource} className={styles.neighbour}>
            <span className={styles.side}>
              {side}: source {neighbour.id}, {shortCitationOf(neighbour)}
            </span>
            <span>{neighbour.title.english}</span>
          </SourceLink>
        ),
      )}
    </nav>
  );
}
