import type { FilesFound } from '../../../workers/model/protocol/coordinator';
import type { FileSet } from '../../../workers/model/user-data';
import { formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Checkbox } from '../../ui/Checkbox';
import styles from './SetFiles.module.css';

const listedFiles = 500;

interface SetFilesProps {
  /** The files, as far as they are known: those that were chosen, and what was found in them. */
  readonly files: FilesFound;
  /** Whether the user chose that folders give columns. */
  readonly arePartitionsRead: boolean;
  readonly onPartitions: (areRead: boolean) => void;
}

/** The files of a set that is not read yet. */
export const unreadFiles = ({ files, leftOut }: FileSet): FilesFound => ({
  files: files.map(({ path }) => ({ name: path, holds: '' })),
  leftOut,
  partitions: null,
});

/** The files that are read as one dataset, in their order, those that are left out, and whether their folders give columns. */
export function SetFiles({ files: { files, leftOut, partitions }, arePartitionsRead, onPartitions }: SetFilesProps) {
  const isRead = files.some(({ holds }) => holds !== '');
  return (
    <>
      <details className={styles.files}>
        <summary>
          {files.length === 1
            ? 'One file'
            : `${formatCount(files.length)} files${isRead ? ' are read as one' : ''}, in this order`}
        </summary>
        <ol className={styles.list}>
          {files.slice(0, listedFiles).map(({ name, holds }) => (
            <li key={name}>
              {name}
              {holds !== '' && <span className={styles.holds}>{holds}</span>}
            </li>
          ))}
        </ol>
        {files.length > listedFiles && <p>and {formatCount(files.length - listedFiles)} more</p>}
      </details>
      {leftOut.length > 0 && (
        <details className={styles.files}>
          <summary>
            {leftOut.length === 1 ? 'One file is left out' : `${plural(leftOut.length, 'file')} are left out`}
          </summary>
          <ul className={styles.list}>
            {leftOut.slice(0, listedFiles).map(({ path, reason }) => (
              <li key={path}>
                {path}: {reason}
              </li>
            ))}
          </ul>
          {leftOut.length > listedFiles && <p>and {formatCount(leftOut.length - listedFiles)} more</p>}
        </details>
      )}
      {partitions !== null &&
        (partitions.problem === null ? (
          <Checkbox
            checked={arePartitionsRead}
            onChange={onPartitions}
            help={`Each row gets the value in the name of its folder, as in “${partitions.names[0] ?? ''}=…”.`}
          >
            {partitions.names.length === 1 ? 'The folders’ names are a column: ' : 'The folders’ names are columns: '}
            {partitions.names.join(', ')}
          </Checkbox>
        ) : (
          <p className={styles.problem}>The folders’ names give no columns. {partitions.problem}</p>
        ))}
    </>
  );
}
