import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'vite';
import { repositoryFolder } from '../install.mjs';

/**
 * Finds prose in assertions: literals of five and more words that a test compares with what the product says. A sentence is tested where its words are
 * made, in a file `*.words.test.ts` (or `*.words.spec.ts`); every other test asserts the tag, the number or the name, so that a sentence can be
 * reworded without breaking dozens of tests.
 *
 *   node scripts/tests/prose-in-assertions.mjs [path prefix …]   lists what it finds
 */

const mostWords = 4;
const folders = ['bench', 'e2e', 'scripts', 'web', 'workers'];
const isTest = /\.(?:test|spec)\.tsx?$|^e2e\/.*\.ts$|\/testing\/.*\.tsx?$|^e2e\/interop\/.*test_.*\.py$/u;
export const holdsWords = /\.words\.(?:test|spec)\.tsx?$/u;

/** Playwright's locators that find an element by what it says. */
const locators = new Set(['getByText', 'getByRole', 'getByLabel', 'getByTitle', 'getByAltText', 'filter', 'locator']);

/** @param {string} text */
export const wordsOf = (text) => text.split(/[\s\\]+/u).filter((word) => /\p{L}{2}|^[aAI]$/u.test(word)).length;

/** @typedef {{ file: string, line: number, text: string }} Prose */
/** @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node */

/**
 * Whether the callee is a matcher on what `expect` returns.
 * @param {any} callee
 */
function isMatcher(callee) {
  if (callee.type !== 'MemberExpression' || !/^to[A-Z]/u.test(callee.property.name ?? '')) return false;
  let object = callee.object;
  for (;;) {
    if (object.type === 'MemberExpression') object = object.object;
    else if (object.type === 'CallExpression') {
      if (object.callee.type === 'Identifier' && object.callee.name === 'expect') return true;
      object = object.callee;
    } else return object.type === 'Identifier' && object.name === 'expect';
  }
}

/**
 * @param {any} node
 * @param {(text: string, start: number) => void} tell
 */
function literalsIn(node, tell) {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const one of node) literalsIn(one, tell);
    return;
  }
  if (node.type === 'Literal') {
    if (typeof node.value === 'string') tell(node.value, node.start);
    else if (node.regex) tell(node.regex.pattern, node.start);
    return;
  }
  if (node.type === 'TemplateLiteral') {
    tell(node.quasis.map((/** @type {any} */ quasi) => quasi.value.cooked ?? '').join(' '), node.start);
    for (const inner of node.expressions) literalsIn(inner, tell);
    return;
  }
  // The code of a function that a page evaluates is no expectation.
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return;
  for (const [key, value] of Object.entries(node)) if (key !== 'type') literalsIn(value, tell);
}

/** @type {(text: string, at: number) => number} */
const lineAt = (text, at) => text.slice(0, at).split('\n').length;

/**
 * @param {string} file
 * @param {string} source
 * @returns {Prose[]}
 */
function proseOfTypescript(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  /** @type {Map<number, Prose>} */
  const found = new Map();
  /** @type {(text: string, start: number) => void} */
  const tell = (text, start) => {
    if (wordsOf(text) > mostWords) found.set(start, { file, line: lineAt(source, start), text });
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name = callee.type === 'MemberExpression' && 'name' in callee.property ? String(callee.property.name) : '';
      if (isMatcher(callee) || locators.has(name)) literalsIn(given, tell);
    },
  }).visit(program);
  return [...found.values()];
}

/**
 * @param {string} file
 * @param {string} source
 * @returns {Prose[]}
 */
function proseOfPython(file, source) {
  return source.split('\n').flatMap((line, index) => {
    if (!/^\s*assert\b|\bmatch=/u.test(line)) return [];
    // What stands behind the comma is the message of the assertion.
    const compared = line.replace(/, f?"[^"]*"$/u, '');
    return [...compared.matchAll(/"((?:[^"\\]|\\.)*)"/gu)]
      .map(([, text = '']) => text)
      .filter((text) => wordsOf(text) > mostWords)
      .map((text) => ({ file, line: index + 1, text }));
  });
}

/**
 * @param {readonly string[]} prefixes of paths; all tests unless told
 * @returns {Prose[]}
 */
export function proseInAssertions(prefixes = []) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(repositoryFolder, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        posix.join(folder, path.replaceAll('\\', '/')),
      ),
    )
    .filter(
      (path) => isTest.test(path) && (prefixes.length === 0 || prefixes.some((prefix) => path.startsWith(prefix))),
    )
    .sort()
    .flatMap((path) => {
      const source = readFileSync(join(repositoryFolder, path), 'utf8');
      return path.endsWith('.py') ? proseOfPython(path, source) : proseOfTypescript(path, source);
    });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = proseInAssertions(process.argv.slice(2)).filter(({ file }) => !holdsWords.test(file));
  for (const { file, line, text } of found) console.log(`${file}:${line} ${text.slice(0, 150)}`);
  console.log(
    `${found.length} literals of ${mostWords + 1} and more words in assertions of ${new Set(found.map(({ file }) => file)).size} files`,
  );
}
