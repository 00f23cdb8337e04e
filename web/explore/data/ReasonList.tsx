import { formatCount } from '../../figures/figures';
import styles from './ReasonList.module.css';

const listed = 50;

/** What can't be read, each with the reason. The list ends after 50 entries with the number of the others. */
export function ReasonList({
  entries,
}: {
  readonly entries: readonly { readonly index: number; readonly name: string; readonly reason: string }[];
}) {
  const more = entries.length - listed;
  return (
    <>
      <ul className={styles.list}>
        {entries.slice(0, listed).map(({ index, name, reason }) => (
          <li key={index}>
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      {more > 0 && <p>and {formatCount(more)} more</p>}
    </>
  );
}
