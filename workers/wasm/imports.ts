/**
 * The system calls that our modules may import. wasi-libc refers to them on paths that our calls never take (printing to a terminal, a clock for progress, ending the process). Each stub
 * throws, so that an unexpected use is an error. A test checks the imports of every committed module against this list.
 */
export const stubbedImports = [
  'clock_time_get',
  'fd_close',
  'fd_fdstat_get',
  'fd_read',
  'fd_seek',
  'fd_write',
  'proc_exit',
  'random_get',
] as const;

export const importModule = 'wasi_snapshot_preview1';

function stub(name: string) {
  return () => {
    throw new Error(`The module made the system call ${name}, which does not exist in a page.`);
  };
}

export const moduleImports: WebAssembly.Imports = {
  [importModule]: Object.fromEntries(stubbedImports.map((name) => [name, stub(name)])),
};
