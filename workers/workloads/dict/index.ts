import type { Dict } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { generateIntegerKeys, generateScalars, generateTexts } from '../../model/generated-scalars';
import { keyDigits, readScalarType, readTextShape } from '../../model/scalar-parameters';
import { readDictParameters } from './meta';

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }) {
    const { keyType, keyShape } = readDictParameters(parameters);
    const valueType = readScalarType(parameters.valueType);
    // Generating keys, generating values and building the map take about a third of the time each.
    const values = generateScalars(valueType, { seed, column: 1 }, readTextShape(parameters), from, to, (done) =>
      onProgress?.(Math.floor(done / 3)),
    );
    const third = (done: number) => onProgress?.(Math.floor((to - from + done) / 3));
    const keyColumn = { seed, column: 0 };
    const keys =
      keyType === 'int64'
        ? generateIntegerKeys(keyColumn, from, to, third)
        : generateTexts(keyColumn, keyShape, from, to, third, keyDigits);
    const entries = new Map<unknown, unknown>();
    for (let index = 0; index < keys.length; index += 1) entries.set(keys[index], values[index]);
    onProgress?.(to - from);
    return { kind: 'dict', keyType, valueType, entries } as Dict;
  },
};
