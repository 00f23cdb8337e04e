import { useState } from 'react';
import { importedUnitNames, quantityList } from '../../../../workers/model/imported-set';
import type { FigureReading } from '../columns/column-role';
import { chosenFigureReading, quantityOptions, unitOptions } from '../columns/figure-choices';
import { SelectField } from '../../../ui/SelectField';
import styles from './Import.module.css';

/** One choice for all columns of figures, for tables whose headings (years, queries) name no quantity. */
export function AllFigures({ onChange }: { readonly onChange: (reading: FigureReading) => void }) {
  const [quantity, setQuantity] = useState<string>('');
  const known = quantityList.find((each) => each === quantity);
  return (
    <div className={styles.row}>
      <SelectField
        label="Quantity of all figure columns"
        value={quantity}
        options={[{ value: '', label: 'As read, column by column' }, ...quantityOptions]}
        onChange={(value) => {
          setQuantity(value);
          const next = quantityList.find((each) => each === value);
          if (next !== undefined) onChange(chosenFigureReading(next, null));
        }}
      />
      {known !== undefined && unitOptions(known).length > 1 && (
        <SelectField
          label="In"
          value=""
          options={[{ value: '', label: 'choose a unit' }, ...unitOptions(known)]}
          onChange={(value) => {
            const unit = importedUnitNames.find((each) => each === value);
            if (unit !== undefined) onChange({ ...chosenFigureReading(known, null), unit });
          }}
        />
      )}
    </div>
  );
}
