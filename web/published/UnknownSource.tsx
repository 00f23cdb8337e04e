import type { PublishedSource } from '../../workers/model/published';
import { shortCitationOf } from '../sources/citation';
import { Notice } from '../ui/Notice';
import { Page } from '../ui/Page';
import styles from './PublishedPage.module.css';
import { SourceLink } from './SourceLink';
import { IndexLink } from './SourcePath';

interface UnknownSourceProps {
  readonly id: string;
  readonly sources: readonly PublishedSource[];
  readonly onSource: (id: string | null) => void;
}

/** Says that there is no source with the id of the address, and lists those that there are. */
export function UnknownSource({ id, sources, onSource }: UnknownSourceProps) {
  return (
    <Page
      above={
        <p className={styles.path}>
          <IndexLink onSource={onSource} />
        </p>
      }
      title="There is no such source"
      lead={null}
      width="medium"
    >
      <Notice tone="danger" title={`The address names source “${id}”, which this version does not have.`} live>
        Check the address, or open one of these sources:
      </Notice>
      <ul className={styles.list}>
        {sources.map((source) => (
          <li key={source.id}>
            <SourceLink id={source.id} onSource={onSource}>
              {source.title.english}
            </SourceLink>{' '}
            ({shortCitationOf(source)}, source {source.id})
          </li>
        ))}
      </ul>
    </Page>
  );
}
