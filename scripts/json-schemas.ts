import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import importedExample from '../fixtures/imported/example.json';
import importedExampleV1 from '../fixtures/imported/example-v1.json';
import { appliedResultSchema } from '../web/links/applied-result';
import { commandResultSchema } from '../web/links/command-result';
import { importedSetSchema } from '../workers/model/imported-set';
import { importedSetV1Schema } from '../workers/model/imported-set-versions';
import { planSchema } from '../workers/model/plan';
import { publishedSourceSchema } from '../workers/model/published';
import { recipeSchema } from '../workers/model/recipe';
import { runResultSchema } from '../workers/model/result';

const published: Record<
  string,
  { readonly title: string; readonly schema: v.GenericSchema; readonly examples?: readonly unknown[] }
> = {
  'applied-v1.schema.json': {
    title: 'Formatlab applied recipe, version 1: what formatlab apply writes with --json, what became of each file',
    schema: appliedResultSchema,
  },
  'command-v1.schema.json': {
    title: 'Formatlab command, version 1: what the command line writes with --json, an answer with its run or an error',
    schema: commandResultSchema,
  },
  'imported-v1.schema.json': {
    title:
      'Formatlab imported results, version 1: a table of somebody else’s, which the page keeps in the browser and sets beside its own results',
    schema: importedSetV1Schema,
    examples: [importedExampleV1],
  },
  'imported-v2.schema.json': {
    title:
      'Formatlab imported results, version 2: a table of somebody else’s, which the page keeps in the browser and sets beside its own results',
    schema: importedSetSchema,
    examples: [importedExample],
  },
  'plan-v1.schema.json': { title: 'Formatlab plan, version 1: what to measure', schema: planSchema },
  'published-v1.schema.json': {
    title:
      'Formatlab published source, version 1: an experiment of somebody else’s, every figure as printed and in base units',
    schema: publishedSourceSchema,
  },
  'recipe-v1.schema.json': {
    title: 'Formatlab recipe, version 1: how to write files as one was that Formatlab found, and what to expect',
    schema: recipeSchema,
  },
  'result-v1.schema.json': {
    title: 'Formatlab result, version 1: a run’s plan, data, samples and environment',
    schema: runResultSchema,
  },
};

/**
 * The JSON schemas that the site publishes, as text by file name. JSON Schema can’t express every rule, such as sums that must agree. The page
 * may therefore reject a file that the schema accepts, but never the reverse.
 */
export function jsonSchemas(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(published).map(([fileName, { title, schema, examples }]) => {
      const { $schema, ...rest } = toJsonSchema(schema, {
        typeMode: 'input',
        // JSON has no infinite numbers.
        ignoreActions: ['check', 'finite'],
        // Valibot reports an error for a record whose keys are a picklist, but converts it correctly (propertyNames with an enum).
        overrideSchema: ({ valibotSchema, jsonSchema }) => (valibotSchema.type === 'record' ? jsonSchema : undefined),
      });
      return [
        fileName,
        `${JSON.stringify({ $schema, title, ...rest, ...(examples === undefined ? {} : { examples }) }, null, 2)}\n`,
      ];
    }),
  );
}
