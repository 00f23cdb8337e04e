import type { ChunkFilters } from '../../file/chunk-filters';
import { checkDecodedSize } from '../../../../own-file/limits';
import { attributeValues } from '../attribute-values';
import type { Hdf5Dataset, NamedObject, OpenHdf5 } from '../objects';
import { readValues, sizeBytesOf } from '../values';
import { isPandasGroup, type PandasGroup, pandasTypeName } from './frames';
import type { PandasNode } from './nodes';

/** The DataFrames and Series of a file, and the objects that are no part of one. */
export function pandasGroupsOf(
  open: OpenHdf5,
  filters: ChunkFilters,
): { readonly groups: readonly PandasGroup[]; readonly others: readonly NamedObject[] } {
  const found = open.groups.flatMap(({ path, messages }) => {
    // Attributes of other programs may be of any type, and must not keep a file from being read.
    if (!isPandasGroup(attributeValues(open.hdf5, open.source, messages, pandasTypeName))) return [];
    return [{ path, attributes: attributeValues(open.hdf5, open.source, messages) }];
  });
  const isBelow = (path: string, group: { readonly path: string }) => path.startsWith(`${group.path}/`);
  // The categories of a column are a Series of their own within the DataFrame.
  const outer = found.filter(({ path }) => !found.some((group) => group.path !== path && isBelow(path, group)));
  const others = open.objects.filter(({ group, name }) => !outer.some((each) => isBelow(`${group}/${name}`, each)));
  const groupOf = ({ path, attributes }: (typeof found)[number]): PandasGroup => {
    const nodes = new Map<string, PandasNode>();
    for (const { group, name, dataset } of open.objects) {
      const place = `${group}/${name}`;
      if (typeof dataset !== 'string' && isBelow(place, { path }))
        nodes.set(place.slice(path.length + 1), nodeOf(open, dataset, filters));
    }
    const innerGroup = (innerPath: string) => {
      const inner = found.find((each) => each.path === innerPath && each.path !== path);
      return inner === undefined ? null : groupOf(inner);
    };
    return { path, attributes, nodes, innerGroup };
  };
  return { groups: outer.map(groupOf), others };
}

function nodeOf(open: OpenHdf5, dataset: Hdf5Dataset, filters: ChunkFilters): PandasNode {
  const { hdf5, source } = open;
  let values: Uint8Array<ArrayBuffer> | null = null;
  return {
    dataset,
    attributes: attributeValues(hdf5, source, dataset.messages),
    values() {
      checkDecodedSize(sizeBytesOf(dataset), 'hdf5');
      values ??= readValues(hdf5, dataset, filters);
      return values;
    },
    ofDataset: (other) => nodeOf(open, other, filters),
  };
}
