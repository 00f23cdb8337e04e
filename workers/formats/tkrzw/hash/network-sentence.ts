/** How the requests over a network are counted. */
export const networkSentence = 'HashDBM and TreeDBM: as Tkrzw reads. The key is one in the middle of the file.';
