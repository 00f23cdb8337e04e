import type { CutSample } from '../cut';
import type { TextBlock, TextSource } from './blocks';
import { lineInFile } from './lines-of-blocks';

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The sample that some blocks of a text make. Null if they hold no record. How many records the whole text has is estimated by its bytes. */
export function cutText(
  text: Pick<TextSource, 'size' | 'slice' | 'file'>,
  blocks: readonly TextBlock[],
  isFirstPart: boolean,
): CutSample | null {
  const records = sumOf(blocks.map((block) => block.records));
  const bytes = sumOf(blocks.map(({ from, to }) => to - from));
  if (records === 0) return null;
  const { file } = text;
  return {
    ...(file === undefined ? {} : { lineInFile: (line: number) => lineInFile(file, blocks, line) }),
    file: new Blob(blocks.map(({ from, to }) => text.slice(from, to))),
    unitKind: 'blocks',
    unitItems: blocks.map((block) => block.records),
    unitCount: Math.max(blocks.length, Math.round((text.size * blocks.length) / bytes)),
    totalItems: Math.round((records * text.size) / bytes),
    isTotalEstimated: true,
    isFirstPart,
  };
}
