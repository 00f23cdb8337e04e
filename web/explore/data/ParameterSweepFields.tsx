import { useEffect, useState } from 'react';
import { type ParameterSweep, type SweepValue, sweepValuesText } from '../../figures/parameter-sweep';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { NumberField } from '../../ui/NumberField';
import { Segmented } from '../../ui/Segmented';
import { TextField } from '../../ui/TextField';
import {
  defaultSpacing,
  maxSweepValues,
  type NumericParameter,
  parseSweepValues,
  type Spacing,
  spacedValues,
} from '../sweep-values';
import styles from './ParameterFields.module.css';

interface ParameterSweepFieldsProps {
  readonly sweep: ParameterSweep;
  readonly onValues: (values: readonly SweepValue[], gliding: boolean) => void;
  readonly onEnd: () => void;
}

/** The values of the swept parameter: from a first to a last in steps, or as a list. */
export function ParameterSweepFields({ sweep, onValues, onEnd }: ParameterSweepFieldsProps) {
  const { parameter, values } = sweep;
  return (
    <fieldset className={styles.sweep}>
      <legend className="visually-hidden">Sweep of {parameter.label}</legend>
      <div className={styles.sweepHead}>
        <span className={styles.sweepTitle}>Sweep: {parameter.label}</span>
        <Button size="small" variant="plain" onClick={onEnd}>
          End the sweep
        </Button>
      </div>
      {parameter.type === 'choice' ? (
        <div className={styles.choices}>
          {parameter.choices.map(({ value, label }) => {
            const isChosen = values.includes(value);
            const next = parameter.choices
              .map((choice) => choice.value)
              .filter((each) => (each === value ? !isChosen : values.includes(each)));
            return (
              <Checkbox
                key={value}
                checked={isChosen}
                disabled={next.length < 2 || next.length > maxSweepValues}
                onChange={() => onValues(next, false)}
              >
                {label}
              </Checkbox>
            );
          })}
        </div>
      ) : (
        <NumericValues parameter={parameter} values={values.map(Number)} onValues={(next) => onValues(next, true)} />
      )}
      <p className={styles.note}>
        {`The run measures every candidate with each of the ${values.length} values: ${sweepValuesText(parameter, values)}. The results show the ratio and the times against them, and where the best candidate changes.`}
      </p>
    </fieldset>
  );
}

const spacingLabels = { steps: 'Equal steps', factors: 'Equal factors' } as const;
const listText = (values: readonly number[]) => values.join(', ');

function NumericValues({
  parameter,
  values,
  onValues,
}: {
  readonly parameter: NumericParameter;
  readonly values: readonly number[];
  readonly onValues: (values: readonly number[]) => void;
}) {
  const { min, max } = parameter;
  const [spacing, setSpacing] = useState<Spacing>(defaultSpacing(parameter));
  /** The number of values that was asked for. Rounding to whole numbers may leave fewer. */
  const [count, setCount] = useState(values.length);
  const [from = min, to = max] = [values[0], values.at(-1)];
  const space = (change: Partial<Parameters<typeof spacedValues>[1]>) => {
    const next = spacedValues(parameter, { from, to, count, spacing, ...change });
    if (next.length > 1) onValues(next);
  };
  return (
    <>
      <div className={styles.range}>
        <NumberField
          label="From"
          integer={parameter.type === 'integer'}
          min={min}
          max={to}
          value={from}
          onChange={(value) => space({ from: value })}
        />
        <NumberField
          label="To"
          integer={parameter.type === 'integer'}
          min={from}
          max={max}
          value={to}
          onChange={(value) => space({ to: value })}
        />
        <NumberField
          label="Values"
          integer
          min={2}
          max={maxSweepValues}
          value={values.length}
          onChange={(next) => {
            setCount(next);
            space({ count: next });
          }}
        />
      </div>
      <Segmented
        label="Distance of the values"
        value={spacing}
        options={(['steps', 'factors'] as const).map((value) => ({ value, label: spacingLabels[value] }))}
        disabled={from <= 0}
        onChange={(next) => {
          setSpacing(next);
          space({ spacing: next });
        }}
      />
      <ListField
        parameter={parameter}
        values={values}
        onValues={(next) => {
          setCount(next.length);
          onValues(next);
        }}
      />
    </>
  );
}

/** The values as a list. While the text is wrong, it says why, and the last right values stay in effect. */
function ListField({
  parameter,
  values,
  onValues,
}: {
  readonly parameter: NumericParameter;
  readonly values: readonly number[];
  readonly onValues: (values: readonly number[]) => void;
}) {
  const given = listText(values);
  const [text, setText] = useState(given);
  const parsed = parseSweepValues(parameter, text);
  useEffect(() => {
    // Other fields, or the Back button, have changed the values. The user's own text stays as it was typed.
    setText((shown) => {
      const own = parseSweepValues(parameter, shown);
      return 'values' in own && listText(own.values) === given ? shown : given;
    });
  }, [parameter, given]);
  return (
    <TextField
      label="Or a list of values"
      maxLength={400}
      value={text}
      error={'problem' in parsed ? parsed.problem : null}
      onChange={(next) => {
        setText(next);
        const read = parseSweepValues(parameter, next);
        if ('values' in read) onValues(read.values);
      }}
    />
  );
}
