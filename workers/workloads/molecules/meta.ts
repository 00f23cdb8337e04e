import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';
import type { Composition } from './parts';

/** Mean bytes of a molecule in the dataset, by composition, without and with coordinates. A test compares them with generated data. */
const meanBytes: Readonly<Record<Composition, readonly [plain: number, withCoordinates: number]>> = {
  chembl: [475, 945],
  chebi: [532, 1035],
};

/** Reads the parameters from option values that the plan's parser has completed and checked. */
export function readParameters(parameters: OptionValues): {
  readonly composition: Composition;
  readonly coordinates: boolean;
} {
  return {
    composition: parameters.composition === 'chebi' ? 'chebi' : 'chembl',
    coordinates: parameters.coordinates === true,
  };
}

export const meta: WorkloadMeta = {
  id: 'molecules',
  notInNativeScript: 'Molecules are not generated in Python: the dataset file holds them.',
  label: 'Molecules',
  kind: 'molecules',
  description:
    'Invented molecules as labelled graphs: drug-like ones as in ChEMBL, or metabolites as in ChEBI. Aromatic rings, stereo configurations, charges and salts are as frequent as in those databases.',
  source: '003',
  parameters: [
    {
      type: 'choice',
      id: 'composition',
      label: 'Molecules like those of',
      help: 'ChEMBL: drugs and drug candidates. ChEBI: substances of living organisms, with more sugars, lipids, peptides and ions.',
      choices: [
        { value: 'chembl', label: 'ChEMBL' },
        { value: 'chebi', label: 'ChEBI' },
      ],
      default: 'chembl',
    },
    {
      type: 'boolean',
      id: 'coordinates',
      label: 'Coordinates',
      help: 'The position of each atom in the drawing, in steps of 0.0001 Å. The source’s first table has coordinates, its second has none.',
      default: false,
    },
  ],
  sizeUnit: 'molecules',
  size: { min: 1, max: 500_000, default: 10_000 },
  presets: [
    { label: '10,000', size: 10_000, note: '5 MB: a quick run.' },
    {
      label: '22,053',
      size: 22_053,
      note: 'As many molecules as the source’s ChEBI. Also choose ChEBI and coordinates under Parameters.',
    },
    { label: '100,000', size: 100_000, note: '48 MB: as many as the source drew from ChEMBL 20.' },
  ],
  dataBytesApproximate: true,
  dataBytes: (parameters, size) => {
    const { composition, coordinates } = readParameters(parameters);
    return size * meanBytes[composition][coordinates ? 1 : 0];
  },
  schema: (parameters) => ({ kind: 'molecules', coordinates: readParameters(parameters).coordinates, titles: true }),
};
