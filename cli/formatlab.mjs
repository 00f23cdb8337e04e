#!/usr/bin/env node
import { help, readArguments } from './arguments.mjs';
import { CommandError, exitCodes, printError } from './command-error.mjs';

/** @returns {Promise<number>} the exit code */
async function main() {
  const asked = readArguments(process.argv.slice(2));
  if (asked.command === 'help') {
    console.log(help);
    return exitCodes.done;
  }
  if (asked.command === 'version') {
    const { version } = await import('./package-facts.mjs');
    console.log(version);
    return exitCodes.done;
  }
  if (asked.command === 'apply') {
    const { apply } = await import('./apply.mjs');
    return apply(asked);
  }
  if (asked.command === 'check') {
    const { check } = await import('./check.mjs');
    return check(asked);
  }
  const { answer } = await import('./answer.mjs');
  return answer(asked);
}

try {
  process.exitCode = await main();
} catch (error) {
  printError(error);
  process.exitCode = error instanceof CommandError ? error.exitCode : exitCodes.undecided;
}
