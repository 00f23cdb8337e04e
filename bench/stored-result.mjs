import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The text of a stored result: JSON with one line for each cell, so that a new run changes only lines of cells.
 * @param {{ readonly cells: readonly unknown[] }} result
 */
export function textOfResult({ cells, ...head }) {
  return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "cells": [\n${cells.map((cell) => `    ${JSON.stringify(cell)}`).join(',\n')}\n  ]\n}\n`;
}

/**
 * @param {string} path
 * @param {{ readonly cells: readonly unknown[] }} result
 */
export function writeResult(path, result) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, textOfResult(result));
}

/**
 * A stored result, which the caller knows to be of this type.
 * @template T
 * @param {string | URL} path
 * @returns {T}
 */
export const readResult = (path) => JSON.parse(readFileSync(path, 'utf8'));

/**
 * Replaces stored cells by new ones of the same names. Throws if the stored cells were measured on another machine or by other tools, since they are then not
 * comparable, or if a new cell has no place.
 * @template Cell
 * @param {{ before: readonly Cell[], cells: readonly Cell[], nameOf: (cell: Cell) => string, storedWith: unknown, measuredWith: unknown }} what
 * @returns {Cell[]}
 */
export function mergedCells({ before, cells, nameOf, storedWith, measuredWith }) {
  if (JSON.stringify(storedWith) !== JSON.stringify(measuredWith))
    throw new Error(
      `The stored cells were measured on ${JSON.stringify(storedWith)}, but these on ${JSON.stringify(measuredWith)}. Measure all cells again.`,
    );
  const fresh = new Map(cells.map((cell) => [nameOf(cell), cell]));
  const missing = [...fresh.keys()].filter((name) => !before.some((cell) => nameOf(cell) === name));
  if (missing.length > 0)
    throw new Error(`No stored results exist for ${missing.join(', ')}. Run without a filter to measure all cells.`);
  return before.map((cell) => fresh.get(nameOf(cell)) ?? cell);
}
