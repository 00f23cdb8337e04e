import table from './trial-costs.json';
import { TrialCosts } from './trial-costs';

/** The cost table has its own file, which the page downloads after the first paint. */
export const trialCosts = new TrialCosts(table);
