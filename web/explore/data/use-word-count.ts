import { useEffect, useState } from 'react';
import { toErrorRecord } from '../../../workers/model/errors';
import type { CoordinatorCalls, OwnFileReport } from '../../../workers/model/protocol/coordinator';
import type { OwnFile } from '../../state/own-file';
import { connectCoordinator } from '../../state/coordinator';
import { nullWordEffect } from './reading-words';

/** The word is counted after this time in milliseconds without a keystroke. */
const settleMs = 300;

/** How many values would become null if the word were read as null, as a sentence. A separate worker counts in all that was read of the file. Empty for an empty word. */
export function useWordCount(
  {
    file,
    report,
    reading,
    sample = null,
  }: Pick<CoordinatorCalls['countWord']['in'], 'reading' | 'sample'> & {
    readonly file: OwnFile;
    readonly report: OwnFileReport;
  },
  word: string,
): string {
  const [answer, setAnswer] = useState<{ readonly word: string; readonly text: string } | null>(null);
  useEffect(() => {
    setAnswer(null);
    if (word === '') return;
    const controller = new AbortController();
    const count = async () => {
      const coordinator = await connectCoordinator();
      controller.signal.addEventListener('abort', coordinator.dispose);
      try {
        if (controller.signal.aborted) return;
        const { fileColumns, found } = report;
        const counted = await coordinator.countWord({
          file,
          fileName: file.name,
          reading,
          sample,
          report: { fileColumns, found },
          word,
        });
        if (!controller.signal.aborted) setAnswer({ word, text: `“${word}”: ${nullWordEffect(counted)}.` });
      } catch (thrown) {
        const { message } = toErrorRecord(thrown, { tag: 'internal', stage: 'import' });
        if (!controller.signal.aborted) setAnswer({ word, text: `“${word}” could not be counted: ${message}` });
      } finally {
        coordinator.dispose();
      }
    };
    const timer = setTimeout(() => void count(), settleMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [file, report, reading, sample, word]);
  if (word === '') return '';
  return answer?.word === word ? answer.text : `Counting “${word}”…`;
}
