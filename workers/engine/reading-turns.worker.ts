import type { ReadingTurnsCalls } from '../model/protocol/reading-turns';
import { answerCalls } from '../model/protocol/serve';
import { performanceClock } from './clock';
import { readInTurns } from './reading-turns';
import { builtInRegistry } from './registry';

answerCalls<ReadingTurnsCalls>(self, {
  readInTurns: (request, { onProgress }) =>
    readInTurns(request, builtInRegistry, { clock: performanceClock, onBeat: () => onProgress(null) }),
});
