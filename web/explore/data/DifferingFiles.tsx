import { useState } from 'react';
import type { DifferingFile } from '../../../workers/model/errors';
import { formatCount } from '../../figures/figures';
import { plural } from '../../../workers/model/plural';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/SelectField';
import { ReasonList } from './ReasonList';

/** The files that can't be read with the others, each with the reason; and buttons that read the others alone, or instead some that agree. */
export function DifferingFiles({
  files,
  agreeing,
  onOpen,
}: {
  readonly files: readonly DifferingFile[];
  /** The number of files that agree. */
  readonly agreeing: number;
  /** Opens only the files of this group among those that differ; null: those that agree. */
  readonly onOpen: (group: number | null) => void;
}) {
  return (
    <>
      <p>
        {agreeing === 0
          ? files.length === 1
            ? 'It can’t be read:'
            : `None of the ${formatCount(files.length)} files can be read:`
          : `${formatCount(files.length)} of ${formatCount(files.length + agreeing)} files can’t be read with the other ${formatCount(agreeing)}:`}
      </p>
      <ReasonList entries={files.map(({ index, path, reason }) => ({ index, name: path, reason }))} />
      {agreeing > 0 && (
        <Button size="small" onClick={() => onOpen(null)}>
          {agreeing === 1 ? 'Read the other file' : `Read the other ${formatCount(agreeing)} files`}
        </Button>
      )}
      <OtherGroups files={files} onOpen={onOpen} />
    </>
  );
}

/** The choice of files that agree with each other, but not with most of the files. Nothing if there are none. */
function OtherGroups({
  files,
  onOpen,
}: {
  readonly files: readonly DifferingFile[];
  readonly onOpen: (group: number) => void;
}) {
  const groups = new Map<number, DifferingFile[]>();
  for (const file of files) {
    if (file.group === undefined) continue;
    const group = groups.get(file.group);
    if (group === undefined) groups.set(file.group, [file]);
    else group.push(file);
  }
  const largestFirst = [...groups].sort(([, one], [, other]) => other.length - one.length);
  const [chosen, setChosen] = useState<string | null>(null);
  const [first] = largestFirst;
  if (first === undefined) return null;
  const group = largestFirst.find(([each]) => String(each) === chosen) ?? first;
  return (
    <>
      <SelectField
        label="Or files that agree with each other"
        value={String(group[0])}
        options={largestFirst.map(([each, own]) => ({
          value: String(each),
          label: `${plural(own.length, 'file')}: ${namesOf(own)}`,
        }))}
        onChange={setChosen}
      />
      <Button size="small" onClick={() => onOpen(group[0])}>
        {group[1].length === 1 ? 'Read this file alone' : `Read these ${formatCount(group[1].length)} files`}
      </Button>
    </>
  );
}

const namesOf = ([first, second]: readonly DifferingFile[]) =>
  `${nameOf(first)}${second === undefined ? '' : `, ${nameOf(second)}`}`;

/** The last folder and the name, which tell files of one folder apart. */
const nameOf = (file: DifferingFile | undefined) => file?.path.split('/').slice(-2).join('/') ?? '';
