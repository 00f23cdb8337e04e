import { useState } from 'react';
import { toErrorRecord } from '../../workers/model/errors';

/** Work of a button, such as making a file, of which the page shows that it is under way, and why it failed. */
export function useAttempt() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isUnderWay, setUnderWay] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setProblem(null);
    setUnderWay(true);
    try {
      await work();
    } catch (thrown) {
      const { message, remedy } = toErrorRecord(thrown, { tag: 'internal', stage: 'load' });
      setProblem(remedy === undefined ? message : `${message} ${remedy}`);
    }
    setUnderWay(false);
  };
  return { problem, isUnderWay, attempt };
}
