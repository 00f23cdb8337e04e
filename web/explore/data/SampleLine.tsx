import type { DatasetSample } from '../../../workers/model/result';
import { defaultFileSample, type FileSample, type OwnFileType } from '../../../workers/model/plan';
import { Button } from '../../ui/Button';
import styles from './OwnFilePanel.module.css';
import { sampleText, typesSoFarText } from './sample-words';

interface SampleLineProps {
  /** How much was read; null if it was all of the file. */
  readonly sample: DatasetSample | null;
  /** What the user, or the link, asked for; null for the whole file. */
  readonly asked: FileSample | null;
  readonly itemCount: number;
  readonly type: OwnFileType;
  /** What an item is: “row”. */
  readonly item: string;
  /** False while the file is read again. */
  readonly isCurrent: boolean;
  readonly onSample: (sample: FileSample | null) => void;
}

/** How much of a large file was read, and the choice to read all of it. Nothing for a small file. */
export function SampleLine({ sample, asked, itemCount, type, item, isCurrent, onSample }: SampleLineProps) {
  if (sample === null && asked !== null) return null;
  const soFar = sample === null ? null : typesSoFarText(type, item);
  return (
    <div className={styles.sample}>
      <span>
        {sample === null ? `All ${item}s were read.` : sampleText(sample, itemCount, item)}
        {soFar !== null && ` ${soFar}`}
      </span>
      <Button size="small" disabled={!isCurrent} onClick={() => onSample(sample === null ? defaultFileSample : null)}>
        {sample === null ? 'Measure a sample' : `Read all ${item}s`}
      </Button>
    </div>
  );
}
