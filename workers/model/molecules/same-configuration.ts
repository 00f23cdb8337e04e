import { type Configuration, configurationInOrder } from './configurations';

export type { Configuration } from './configurations';

/** Whether two elements at the same centre say the same of it, whatever the order of their carriers. Of a double bond both are told from the same end. */
export function sameConfiguration(a: Configuration, b: Configuration): boolean {
  return a.kind === b.kind && configurationInOrder(a, b.carriers) === b.configuration;
}
