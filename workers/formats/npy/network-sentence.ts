/** How the requests over a network are counted. */
export const networkSentence = 'npy: as numpy reads the header, and then the row.';
