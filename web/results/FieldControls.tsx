import { type ReactNode, useId } from 'react';
import type { ResultsView } from '../view/results-view';
import chart from '../charts/chart.module.css';
import { Checkbox } from '../ui/Checkbox';
import { Select, type SelectProps } from '../ui/Select';
import { type ChosenFields, distinctValues, noFacet } from './fields/chosen-fields';
import type { Field, FieldGroup, MeasuredCell } from './fields/field';
import styles from './Scatter.module.css';

interface FieldControlsProps {
  readonly fields: readonly Field[];
  readonly chosen: ChosenFields;
  /** All measured cells of the run, also of other datasets, by which fields with one value are told. */
  readonly cells: readonly MeasuredCell[];
  readonly view: ResultsView;
  /** True if some codec has several levels, so that a line can join them. */
  readonly hasLevels: boolean;
  readonly onView: (next: ResultsView) => void;
  /** Stands below the folded lists: the ranges of the axes. */
  readonly children: ReactNode;
}

const groups: readonly FieldGroup[] = [
  'File',
  'Operation',
  'Each operation',
  'Situation',
  'Memory and set-up',
  'Candidate',
  'Data',
  'Run',
];

/** The name of a field beside a control: the id without the operation, as `throughput` or `ratio`. */
const shortName = ({ id, phrase }: Field) =>
  id.split('.').find((part) => part === 'throughput' || part === 'time') ?? phrase;

/**
 * Two lists: the fields of both axes. Those of the colours and of the panels, the scales and the lines of levels are folded away. Fields that can't
 * divide anything are disabled, with the reason.
 */
export function FieldControls({ fields, chosen, cells, view, hasLevels, onView, children }: FieldControlsProps) {
  const counts = new Map(fields.map((field) => [field.id, distinctValues(field, cells)]));
  const options = (needed: number): SelectProps['options'] =>
    groups.flatMap((group) => {
      const inGroup = fields.filter((field) => field.group === group);
      if (inGroup.length === 0) return [];
      return [
        {
          label: group,
          options: inGroup.map((field) => {
            const count = counts.get(field.id) ?? 0;
            const why = count === 0 ? ' (not measured)' : ' (one value)';
            return { value: field.id, label: `${field.label}${count < needed ? why : ''}`, disabled: count < needed };
          }),
        },
      ];
    });
  const scale = (axis: 'throughputScale' | 'ratioScale', field: Field) =>
    field.kind === 'number' &&
    field.canBeLog && (
      <Checkbox checked={view[axis] === 'log'} onChange={(log) => onView({ ...view, [axis]: log ? 'log' : 'linear' })}>
        {`Log scale for ${shortName(field)}`}
      </Checkbox>
    );
  return (
    <div className={styles.fields}>
      <Choice
        label="Across"
        value={chosen.x.id}
        options={options(1)}
        onChange={(xField) => onView({ ...view, xField })}
      />
      <Choice label="Up" value={chosen.y.id} options={options(1)} onChange={(yField) => onView({ ...view, yField })} />
      <details className={styles.furtherFields}>
        <summary>Colour, panels, scales, ranges</summary>
        <div className={styles.fields}>
          <Choice
            label="Colour"
            value={chosen.color.id}
            options={options(1)}
            onChange={(colorField) => onView({ ...view, colorField })}
          />
          <Choice
            label="Panels"
            value={chosen.facet?.id ?? noFacet}
            options={[{ value: noFacet, label: 'One panel' }, ...options(2)]}
            onChange={(facetField) => onView({ ...view, facetField })}
          />
          <div className={chart.controls}>
            {scale('throughputScale', chosen.x)}
            {scale('ratioScale', chosen.y)}
            {hasLevels && (
              <Checkbox checked={view.joinLevels} onChange={(joinLevels) => onView({ ...view, joinLevels })}>
                Join levels
              </Checkbox>
            )}
          </div>
        </div>
        {children}
      </details>
    </div>
  );
}

function Choice({
  label,
  ...select
}: { readonly label: string } & Pick<SelectProps, 'value' | 'options' | 'onChange'>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} {...select} />
    </div>
  );
}
