import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import { afterEach, beforeEach } from 'vitest';
import { runningFolder } from './folders.mjs';
import { toldTest } from './told-test.ts';

/** Tells the watchdog which test this thread runs. It is written at once, since a test that loops for ever sends no message any more. */
mkdirSync(runningFolder, { recursive: true });
const file = join(runningFolder, `${process.pid}-${threadId}.json`);
beforeEach(({ task }) => writeFileSync(file, toldTest(task)));
afterEach(() => writeFileSync(file, ''));
