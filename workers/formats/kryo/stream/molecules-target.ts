import { MoleculesBuilder } from '../../../model/molecules/builder';

/** Molecules that are being read. Only the first atom shows whether they have coordinates. */
export class MoleculesReadTarget {
  coordinates = false;
  builder: MoleculesBuilder;
  readonly #expectedMolecules: number;

  constructor(fileBytes: number) {
    this.#expectedMolecules = Math.ceil(fileBytes / 1_500);
    this.builder = this.#newBuilder();
  }

  /** Called if the first atom has coordinates; molecules without atoms may precede it. */
  addPlaces(): void {
    const { moleculeCount } = this.builder;
    this.coordinates = true;
    this.builder = this.#newBuilder();
    for (let molecule = 0; molecule < moleculeCount; molecule += 1) this.builder.endMolecule();
  }

  #newBuilder(): MoleculesBuilder {
    return new MoleculesBuilder({ coordinates: this.coordinates, expectedMolecules: this.#expectedMolecules });
  }
}
