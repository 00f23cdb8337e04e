import * as v from 'valibot';
import { type ErrorRecord, FormatlabError } from './errors';

/**
 * Checks a value from outside (link, storage, file, worker) against a schema and returns it with the schema's type.
 * @throws `malformedInput`, with the place of the fault and the value found there.
 */
export function parseWithSchema<const S extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(
  schema: S,
  value: unknown,
  what: string,
  error: Pick<ErrorRecord, 'tag' | 'stage'> = { tag: 'malformedInput', stage: 'parse' },
): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  const issue = result.issues[0];
  const path = v.getDotPath(issue) ?? '';
  throw new FormatlabError({
    ...error,
    message: `The ${what} is not as expected${path ? ` at ${path}` : ''}: ${issue.message}`.slice(0, 2_000),
  });
}
