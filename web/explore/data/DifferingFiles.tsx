import type { DifferingFile } from '../../../workers/model/errors';
import { formatCount } from '../../figures/figures';
import { Button } from '../../ui/Button';
import { ReasonList } from './ReasonList';

/** The files that can't be read with the others, each with the reason, and a button that reads the others alone. */
export function DifferingFiles({
  files,
  agreeing,
  onOpenOthers,
}: {
  readonly files: readonly DifferingFile[];
  /** The number of files that agree; null if they can't be opened without the others, as in an archive. */
  readonly agreeing: number | null;
  readonly onOpenOthers: () => void;
}) {
  return (
    <>
      <p>
        {agreeing === null
          ? 'Files of the archive differ from the others. Unpack it and choose those that agree:'
          : agreeing === 0
            ? files.length === 1
              ? 'It can’t be read:'
              : `None of the ${formatCount(files.length)} files can be read:`
            : `${formatCount(files.length)} of ${formatCount(files.length + agreeing)} files can’t be read with the other ${formatCount(agreeing)}:`}
      </p>
      <ReasonList entries={files.map(({ index, path, reason }) => ({ index, name: path, reason }))} />
      {agreeing !== null && agreeing > 0 && (
        <Button size="small" onClick={onOpenOthers}>
          {agreeing === 1 ? 'Read the other file' : `Read the other ${formatCount(agreeing)} files`}
        </Button>
      )}
    </>
  );
}
