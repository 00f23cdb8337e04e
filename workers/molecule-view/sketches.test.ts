import { expect, it } from 'vitest';
import { sampleMolecules } from '../registry/sample-molecules';
import { sketchesOf } from './sketches';

it.each(sampleMolecules())(
  '%s are drawn, each with its SMILES and its place in the dataset',
  async (_name, dataset) => {
    if (dataset.kind !== 'molecules') throw new Error('These are no molecules.');
    const sketches = await sketchesOf(dataset, 70);
    expect(sketches.map(({ molecule }) => molecule)).toEqual(
      Array.from({ length: dataset.moleculeCount }, (_, index) => 70 + index),
    );
    for (const { svg, drawingError, smiles, molecule } of sketches) {
      expect(drawingError).toBeNull();
      expect(smiles).not.toBe('');
      expect(svg).toMatch(new RegExp(`^<svg id="molecule-${molecule}"`));
      expect(svg).not.toMatch(/<script|class="event"|NaN/);
    }
  },
  60_000,
);
