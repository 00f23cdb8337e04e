/**
 * What our modules may import: system calls that wasi-libc refers to on paths that no call of ours takes (printing to a terminal, a clock for progress,
 * leaving the process). Each stub throws, so that a path which does take one shows as a fault. A test holds every committed module to this list.
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
    throw new Error(`The module made the system call ${name}, which there is none of in a page.`);
  };
}

export const moduleImports: WebAssembly.Imports = {
  [importModule]: Object.fromEntries(stubbedImports.map((name) => [name, stub(name)])),
};
