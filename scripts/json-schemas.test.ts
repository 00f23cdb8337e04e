import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { jsonSchemas } from './json-schemas';

const folder = fileURLToPath(new URL('../public/schemas/', import.meta.url));

test('the published schemas are what the model says now (npm run make:schemas)', () => {
  const schemas = jsonSchemas();
  expect(readdirSync(folder).sort()).toEqual(Object.keys(schemas).sort());
  for (const [fileName, text] of Object.entries(schemas))
    expect(readFileSync(`${folder}${fileName}`, 'utf8'), fileName).toBe(text);
});

test('each names its draft, a title and what it demands', () => {
  for (const text of Object.values(jsonSchemas())) {
    expect(JSON.parse(text)).toMatchObject({
      $schema: expect.stringContaining('json-schema.org'),
      title: expect.stringContaining('Formatlab'),
      type: 'object',
      additionalProperties: false,
    });
  }
});
