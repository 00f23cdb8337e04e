/** Places on Explore that the page's skip links lead to. */
export const addCandidateId = 'add-candidate';
export const runBarId = 'run';
export const resultsId = 'results';
