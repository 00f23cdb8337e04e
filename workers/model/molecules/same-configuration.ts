import { configurationInOrder, type Configuration as AnyConfiguration } from './configurations';

/** One stereo element with its carriers, in the atom numbering of the molecule that it is compared with. */
export interface Configuration extends AnyConfiguration {
  readonly carriers: readonly number[];
}

/**
 * True if two elements at the same centre describe the same configuration, whatever the order of their carriers. Double bonds must be given
 * from the same end.
 */
export function sameConfiguration(a: AnyConfiguration, b: AnyConfiguration): boolean {
  return a.kind === b.kind && configurationInOrder(a, b.carriers) === b.configuration;
}
