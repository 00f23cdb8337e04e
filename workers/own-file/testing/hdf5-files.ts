import files from '../fixtures/hdf5.json';

/** For tests: an HDF5 file that h5py or PyTables wrote (fixtures/make_hdf5.py). */
export async function hdf5File(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const encoded = (files as Record<string, string>)[name];
  if (encoded === undefined) throw new Error(`fixtures/hdf5.json has no ${name}.`);
  const packed = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
