import table from './trial-costs.json';
import { TrialCosts } from './trial-costs';

/** In a file of its own, which the page fetches after its first paint. */
export const trialCosts = new TrialCosts(table);
