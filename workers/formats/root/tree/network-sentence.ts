/** How the requests over a network are counted. */
export const networkSentence = 'ROOT: as uproot reads. Baskets with at most 32 KiB between them are one request.';
