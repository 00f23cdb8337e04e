/** How the requests over a network are counted. */
export const networkSentence =
  'RNTuple: as uproot reads. Each page is a request of its own. For a row it reads the whole cluster that holds it.';
