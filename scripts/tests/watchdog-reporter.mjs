// Vitest takes a reporter from the command line by the default export of a file.
export { Watchdog as default } from './watchdog.mjs';
