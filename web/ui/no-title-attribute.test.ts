import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/**
 * Places of HTML elements with a `title`: what it says never reaches touch or keyboard. Components take titles that they show, and of the elements only a frame is named by one.
 */
function titledElements(fileName: string, text: string): string[] {
  const { program, errors } = parseSync(fileName, text);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0]?.message}`);
  const places: string[] = [];
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== 'JSXIdentifier' || !/^[a-z]/u.test(name.name) || name.name === 'iframe') return;
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.name !== 'title') continue;
        places.push(`${fileName}:${text.slice(0, attribute.start).split('\n').length} <${name.name}>`);
      }
    },
  }).visit(program);
  return places;
}

test('no HTML element of the page has a title: a Toggletip, or text that is seen, says it to everyone', () => {
  const folder = fileURLToPath(new URL('../', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((name) => titledElements(name, readFileSync(`${folder}${name}`, 'utf8')))).toEqual([]);
});

test('it finds a title on any line of an element, and leaves components, frames and the title of an SVG alone', () => {
  const text = `
    const Part = ({ title }) => (
      <td
        className="a"
        title={title}
      >
        <Notice title="Seen"><iframe title="Frame" /><svg><title>Circle</title></svg></Notice>
        <input title="Dead" />
      </td>
    );`;
  expect(titledElements('part.tsx', text)).toEqual(['part.tsx:5 <td>', 'part.tsx:8 <input>']);
});
