import { connect, type Connection } from '../model/protocol/connect';
import type { ReadingTurns, ReadingTurnsCalls, ReadingTurnsRequest } from '../model/protocol/reading-turns';

/** A worker that tells nothing for so long hangs, in milliseconds. */
const silenceMs = 180_000;

function spawnReadingTurns(): Connection<ReadingTurnsCalls> {
  const worker = new Worker(new URL('../engine/reading-turns.worker.ts', import.meta.url), {
    type: 'module',
    name: 'formatlab-reading-turns',
  });
  return connect<ReadingTurnsCalls>(worker, 'reading');
}

/**
 * Reads files in turns in a fresh worker, which ends with the round.
 * @throws FormatlabError if a file can’t be read, or the worker hangs
 */
export async function readInTurns(request: ReadingTurnsRequest, spawn = spawnReadingTurns): Promise<ReadingTurns> {
  const { remote, terminate } = spawn();
  const end = () =>
    terminate({
      tag: 'timedOut',
      stage: 'decode',
      message: `Reading took longer than ${silenceMs / 1_000} s.`,
      remedy: 'Check a smaller file.',
    });
  let timer = setTimeout(end, silenceMs);
  try {
    return await remote.readInTurns(request, {
      onProgress: () => {
        clearTimeout(timer);
        timer = setTimeout(end, silenceMs);
      },
    });
  } finally {
    clearTimeout(timer);
    terminate();
  }
}
