import * as v from 'valibot';
import { parseWithSchema } from '../../workers/model/parse';
import { parseResultFile } from '../links/parse-result';
import type { ShownRun } from '../state/shown-run';
import { originKey, resultKey, type TabStorage } from './kept-over-reload';

const originSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('here') }),
  v.strictObject({ kind: v.literal('stored') }),
  v.strictObject({ kind: v.literal('link') }),
  v.strictObject({ kind: v.literal('test'), source: v.pipe(v.string(), v.maxLength(100)) }),
  v.strictObject({ kind: v.literal('import'), fileName: v.pipe(v.string(), v.maxLength(300)) }),
]);

/** The results that were kept, once. Null if there are none. Throws a FormatlabError if they were damaged. */
export function takeKeptOverReload(storage: TabStorage = sessionStorage): ShownRun | null {
  const [result, origin] = [storage.getItem(resultKey), storage.getItem(originKey)];
  storage.removeItem(resultKey);
  storage.removeItem(originKey);
  if (result === null || origin === null) return null;
  return {
    origin: parseWithSchema(originSchema, JSON.parse(origin), 'origin of the kept results'),
    result: parseResultFile(result, 'What this tab kept'),
    running: false,
  };
}
