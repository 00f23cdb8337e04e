import type { CutSample } from '../cut';
import type { TextBlock, TextSource } from './blocks';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The sample that some blocks of a text make. Null if they hold no record. How many records the whole text has is estimated by its bytes. */
export function cutText(
  file: Pick<TextSource, 'size' | 'slice'>,
  blocks: readonly TextBlock[],
  isFirstPart: boolean,
): CutSample | null {
  const records = sumOf(blocks.map((block) => block.records));
  const bytes = sumOf(blocks.map(({ from, to }) => to - from));
  if (records === 0) return null;
  return {
    file: new Blob(blocks.map(({ from, to }) => file.slice(from, to))),
    unitKind: 'blocks',
    unitItems: blocks.map((block) => block.records),
    unitCount: Math.max(blocks.length, Math.round((file.size * blocks.length) / bytes)),
    totalItems: Math.round((records * file.size) / bytes),
    isTotalEstimated: true,
    isFirstPart,
  };
}
