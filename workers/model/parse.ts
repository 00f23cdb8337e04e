import * as v from 'valibot';
import { type ErrorRecord, FormatlabError } from './errors';

/**
 * A value from outside (link, storage, file, worker) as its schema's type, or a `malformedInput` error that names the
 * place and what stood there.
 */
export function parse<const S extends v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>>(
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
