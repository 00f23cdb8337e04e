import { configurationInOrder, type Configuration as AnyConfiguration } from './configurations';

/** One stereo element with its carriers, in the numbering of the molecule that it is compared in. */
export interface Configuration extends AnyConfiguration {
  readonly carriers: readonly number[];
}

/** Whether two elements at the same centre say the same of it, whatever the order of their carriers. Of a double bond both are told from the same end. */
export function sameConfiguration(a: AnyConfiguration, b: AnyConfiguration): boolean {
  return a.kind === b.kind && configurationInOrder(a, b.carriers) === b.configuration;
}
