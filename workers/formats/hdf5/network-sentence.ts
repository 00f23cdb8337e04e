/** How the requests over a network are counted. */
export const networkSentence = 'HDF5: the reads of libhdf5, as h5py passes them on, each in a request of its own.';
