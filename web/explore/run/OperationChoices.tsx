import { useState } from 'react';
import { columnTypeText } from '../../../workers/model/column-type-text';
import type { DatasetSchema } from '../../../workers/model/dataset';
import {
  defaultLookupCount,
  type LookupKeys,
  lookupLimits,
  lookupNoun,
} from '../../../workers/model/operation-choices';
import type { Plan } from '../../../workers/model/plan';
import { NumberField } from '../../ui/NumberField';
import { SelectField } from '../../ui/SelectField';
import { TextField } from '../../ui/TextField';
import { mainDataset } from '../plan-edit';
import {
  projectColumnIndex,
  columnProblem,
  lookupProblem,
  lookupText,
  planLooksUp,
  parseLookupText,
  planReadsColumn,
} from './operation-choices';

interface OperationChoicesProps {
  readonly plan: Plan;
  readonly schema: DatasetSchema | null;
  /** The number of items of the smallest dataset. Null until the user's file has been read. */
  readonly itemCount: number | null;
  readonly onPlan: (plan: Plan) => void;
}

/** The fields for the column to read and the rows to look up, if these operations are ticked. */
export function OperationChoices({ plan, schema, itemCount, onPlan }: OperationChoicesProps) {
  return (
    <>
      {schema?.kind === 'table' && planReadsColumn(plan, schema) && (
        <ColumnChoice plan={plan} schema={schema} onPlan={onPlan} />
      )}
      {schema !== null && planLooksUp(plan, schema) && (
        <LookupChoice plan={plan} schema={schema} itemCount={itemCount} onPlan={onPlan} />
      )}
    </>
  );
}

const missingValue = 'missing';

function ColumnChoice({
  plan,
  schema,
  onPlan,
}: {
  readonly plan: Plan;
  readonly schema: Extract<DatasetSchema, { kind: 'table' }>;
  readonly onPlan: (plan: Plan) => void;
}) {
  const place = projectColumnIndex(plan, schema);
  const choose = (next: number) => {
    const { projectColumn: _, ...rest } = plan;
    // The plan of a user's file has the column's index, since links must not contain the column names.
    const column = mainDataset(plan).source === 'ownFile' ? next : (schema.columns[next]?.name ?? next);
    onPlan(next === 0 ? rest : { ...rest, projectColumn: column });
  };
  return (
    <SelectField
      label="Column to read"
      error={columnProblem(plan, schema)}
      value={place < 0 ? missingValue : String(place)}
      options={[
        ...(place < 0 ? [{ value: missingValue, label: 'not in this data', disabled: true }] : []),
        ...schema.columns.map((column, index) => ({
          value: String(index),
          label: `${column.name} (${columnTypeText(column)})`,
        })),
      ]}
      onChange={(value) => choose(Number(value))}
    />
  );
}

const choices = ['random', 'first', 'last', 'given'] as const;

function LookupChoice({
  plan,
  schema,
  itemCount,
  onPlan,
}: {
  readonly plan: Plan;
  readonly schema: DatasetSchema;
  readonly itemCount: number | null;
  readonly onPlan: (plan: Plan) => void;
}) {
  const { kind } = schema;
  const [typed, setTyped] = useState<{ readonly text: string; readonly problem: string } | null>(null);
  const current = plan.lookupKeys;
  const choice = typed === null ? (current?.choice ?? 'random') : 'given';
  const nouns = lookupNoun(kind, 2);
  const choose = (lookupKeys: LookupKeys) => {
    const { lookupKeys: _, ...rest } = plan;
    setTyped(null);
    const isUsual = lookupKeys.choice === 'random' && lookupKeys.count === defaultLookupCount;
    onPlan(isUsual ? rest : { ...rest, lookupKeys });
  };
  const type = (text: string) => {
    const parsed = parseLookupText(text, kind);
    if ('problem' in parsed) setTyped({ text, problem: parsed.problem });
    else {
      choose(parsed.keys);
      setTyped({ text, problem: '' });
    }
  };
  const count = current === undefined || current.choice === 'given' ? defaultLookupCount : current.count;
  const labels = { random: `Random ${nouns}`, first: 'The first', last: 'The last', given: `Chosen ${nouns}` };
  return (
    <>
      <SelectField
        label={`${nouns.charAt(0).toUpperCase()}${nouns.slice(1)} to look up`}
        value={choice}
        options={choices.map((value) => ({ value, label: labels[value] }))}
        onChange={(value) => {
          if (value === 'given') setTyped({ text: '', problem: '' });
          else if (value === 'random' || value === 'first' || value === 'last') choose({ choice: value, count });
        }}
      />
      {choice === 'given' ? (
        <TextField
          label={`Which ${nouns}`}
          note={`at most ${lookupLimits.keys}`}
          help={kind === 'table' ? 'Row numbers from 0, and ranges: 0, 17, 30-39.' : 'Separate them by commas.'}
          error={
            (typed !== null && typed.problem !== '' ? typed.problem : null) ??
            emptyProblem(typed, current, kind) ??
            lookupProblem(plan, schema, itemCount)
          }
          value={typed?.text ?? lookupText(current)}
          onLeave={() =>
            setTyped((before) => (before === null || (before.problem === '' && before.text !== '') ? null : before))
          }
          onChange={type}
        />
      ) : (
        <NumberField
          label="How many"
          value={count}
          min={1}
          max={lookupLimits.count}
          integer
          help={
            choice === 'random'
              ? 'The seed determines which. Each call looks up one, in turn.'
              : 'Each call looks up one, in turn.'
          }
          onChange={(next) => choose({ choice, count: next })}
        />
      )}
    </>
  );
}

/** The message for an empty field of rows or keys. Run is disabled until the user has typed some. */
function emptyProblem(
  typed: { readonly text: string } | null,
  current: LookupKeys | undefined,
  kind: DatasetSchema['kind'],
): string | null {
  if (typed === null || typed.text.trim() !== '' || current?.choice === 'given') return null;
  const parsed = parseLookupText('', kind);
  return 'problem' in parsed ? parsed.problem : null;
}
