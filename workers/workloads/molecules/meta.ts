import type { WorkloadMeta } from '../../model/entry';
import type { OptionValues } from '../../model/options';
import type { Composition } from './parts';

/** Bytes of a molecule in the dataset, by what is made and whether with coordinates; a test holds them. */
const meanBytes: Readonly<Record<Composition, readonly [plain: number, withCoordinates: number]>> = {
  chembl: [475, 945],
  chebi: [532, 1035],
};

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
    'Made-up molecules, as labelled graphs: drug-like ones such as ChEMBL collects, or metabolites such as ChEBI’s. Aromatic rings, configurations, charges and salts are as frequent as there.',
  source: '003',
  parameters: [
    {
      type: 'choice',
      id: 'composition',
      label: 'Molecules like those of',
      help: 'ChEMBL: drugs and what is tried as such. ChEBI: what occurs in living things, with more sugars, lipids, peptides and ions.',
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
      help: 'Where each atom is drawn, in ten-thousandths of an ångström. The source’s second table has none, its first has.',
      default: false,
    },
  ],
  sizeUnit: 'molecules',
  size: { min: 1, max: 500_000, default: 10_000 },
  presets: [
    { label: '10,000', size: 10_000, note: '5 MB: the quick look.' },
    {
      label: '22,053',
      size: 22_053,
      note: 'As many as the source’s ChEBI had: choose ChEBI and coordinates under Parameters.',
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
