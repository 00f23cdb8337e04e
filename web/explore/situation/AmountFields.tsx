import { Checkbox } from '../../ui/Checkbox';
import { NumberField } from '../../ui/NumberField';
import type { SituationFieldsProps } from './situation-fields';

const bytesPerGb = 1e9;
const startGb = 500;

/** How much of such data there is. */
export function AmountFields({ situation, onSituation }: SituationFieldsProps) {
  const { amountBytes } = situation;
  return (
    <>
      <Checkbox
        checked={amountBytes !== null}
        help="The answer also says the total for this amount. The order of the candidates stays."
        onChange={(on) => onSituation({ ...situation, amountBytes: on ? startGb * bytesPerGb : null })}
      >
        There is more of such data
      </Checkbox>
      {amountBytes !== null && (
        <NumberField
          label="Amount of such data"
          note="GB"
          value={amountBytes / bytesPerGb}
          min={0.001}
          max={1e9}
          integer={false}
          onChange={(value) => onSituation({ ...situation, amountBytes: value * bytesPerGb }, { replace: true })}
        />
      )}
    </>
  );
}
