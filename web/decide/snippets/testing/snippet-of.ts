import { completeOptions, type OptionValues } from '../../../../workers/model/options';
import type { Candidate, CandidateCodec } from '../../../../workers/model/plan';
import { formats } from '../../../../workers/registry/metadata';
import type { Snippet } from '../../../../workers/snippets/snippet';

/** A candidate of the format's first implementation, with the defaults for what is not given. */
export function candidate(format: string, options: OptionValues = {}, codec: CandidateCodec | null = null): Candidate {
  const implementation = formats.get(format)?.implementations[0];
  if (implementation === undefined) throw new Error(`There is no format ${format}.`);
  return {
    format,
    implementation: implementation.id,
    options: completeOptions(implementation.options, options, format),
    codec,
  };
}

/** The only snippet for a tool. */
export const only = (snippets: readonly Snippet[], tool: Snippet['tool']): Snippet => {
  const [found] = snippets.filter((each) => each.tool === tool);
  if (found === undefined) throw new Error(`There is no snippet for ${tool}.`);
  return found;
};
