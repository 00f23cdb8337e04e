import { join } from 'node:path';
import { repositoryFolder } from '../install.mjs';

/** What the layers report: counts, logs, durations. */
export const reportFolder = join(repositoryFolder, '.cache', 'test');

/** Processes that do work which budgets limit write a JSON file of counts here; the environment names it FORMATLAB_WORK_FOLDER. */
export const workFolder = join(reportFolder, 'work');

/** Each thread of Vitest writes the name of the test that it runs to a file here, for the watchdog. */
export const runningFolder = join(reportFolder, 'running');
