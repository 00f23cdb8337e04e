/** The ids of the elements on the Explore page that the skip links lead to. */
export const runBarId = 'run';
export const resultsId = 'results';
