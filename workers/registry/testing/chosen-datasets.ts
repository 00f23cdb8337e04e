/** Which of the combinations of an implementation's options, codecs and datasets are written for the reference readers. */

/** A case of a format's implementation, by what sets it apart from others. */
interface Combination {
  readonly options: Readonly<Record<string, unknown>>;
  readonly innerCodec: { readonly id: string; readonly level: number | null } | null;
}

/**
 * Chooses so that each set of options meets each dataset once, and each codec. A set of options has several cases, with one codec and without: the
 * datasets are dealt out to them in turn. Of codecs at a level other than their default, which are another effort for the same bytes, each level takes
 * a quarter of the datasets.
 * @param supports whether the case can write the dataset; a dataset goes to a case that can
 */
export function chosenDatasets<C extends Combination, D>(
  cases: readonly C[],
  datasets: readonly D[],
  supports: (one: C, dataset: D) => boolean,
  isDefaultLevel: (one: C) => boolean,
): ReadonlyMap<C, ReadonlySet<D>> {
  const groups = new Map<string, C[]>();
  for (const one of cases) {
    const name = JSON.stringify([one.options, isDefaultLevel(one)]);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const chosen = new Map<C, Set<D>>(cases.map((one) => [one, new Set()]));
  for (const [number, group] of [...groups.values()].entries()) {
    if (group.every(isDefaultLevel)) {
      for (const [index, dataset] of datasets.entries()) {
        const able = group.filter((one) => supports(one, dataset));
        const one = able[(index + number) % able.length];
        if (one !== undefined) chosen.get(one)?.add(dataset);
      }
      continue;
    }
    for (const [place, one] of group.entries()) {
      const able = datasets.filter((dataset) => supports(one, dataset));
      const turn = place % Math.min(4, able.length);
      for (const [index, dataset] of able.entries()) if (index % 4 === turn) chosen.get(one)?.add(dataset);
    }
  }
  return chosen;
}
