import type { List } from '../../model/dataset';
import type { WorkloadModule } from '../../model/entry';
import { generateScalars } from '../../model/generated-scalars';
import { readScalarType, readTextShape } from '../../model/scalar-parameters';

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }) {
    const elementType = readScalarType(parameters.elementType);
    const generated = generateScalars(
      elementType,
      { seed, column: 0 },
      readTextShape(parameters),
      from,
      to,
      onProgress,
    );
    return {
      kind: 'list',
      elementType,
      values: Array.isArray(generated) ? generated : Array.from<number | bigint>(generated),
    } as List;
  },
};
