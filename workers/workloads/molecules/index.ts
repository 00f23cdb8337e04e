import { PhiloxSequence } from '../../model/draws';
import type { WorkloadModule } from '../../model/entry';
import { MoleculesBuilder } from '../../model/molecules/builder';
import { Configurations } from './configurations';
import { MoleculeGraph } from './graph';
import { MoleculeGrowth } from './growth';
import { followConfigurations, roundAndSeparateAtoms } from './layout';
import { readParameters } from './meta';
import { SmilesOrder, sortNeighbours } from './sequence';
import { titlesOf } from './titles';

const progressEveryMolecules = 1_000;
/** Capacity in atoms: several times the largest generated molecule. */
const capacity = 1_024;
const purpose = 0;

export const workload: WorkloadModule = {
  generate({ parameters, seed, from, to, onProgress }) {
    const { composition, coordinates } = readParameters(parameters);
    const graph = new MoleculeGraph(capacity);
    const draws = new PhiloxSequence(seed);
    const growth = new MoleculeGrowth(composition, graph, draws, coordinates);
    const configurations = new Configurations(capacity);
    const sequence = new SmilesOrder(capacity);
    const titleOf = titlesOf(composition, seed);
    const builder = new MoleculesBuilder({ coordinates, expectedMolecules: to - from });
    for (let molecule = from; molecule < to; molecule += 1) {
      draws.start(molecule, purpose);
      const { stereoPerMille } = growth.grow();
      sortNeighbours(graph);
      configurations.tell(graph, draws, draws.happens(stereoPerMille));
      if (coordinates) {
        followConfigurations(graph, configurations);
        roundAndSeparateAtoms(graph);
      }
      sequence.write(graph, configurations, builder, coordinates);
      builder.endMolecule(titleOf(molecule));
      if ((molecule - from) % progressEveryMolecules === progressEveryMolecules - 1) onProgress?.(molecule - from + 1);
    }
    onProgress?.(to - from);
    return builder.finish();
  },
};
