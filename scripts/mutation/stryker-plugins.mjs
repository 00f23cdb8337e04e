import { readFileSync } from 'node:fs';
import { mutantKey } from './draw.mjs';

/**
 * Lets the drawn mutants through and rejects the others: ranges of Stryker's option `mutate` hold whatever lies inside them too. The draw is a
 * file of keys, because a checker runs in a process of its own.
 */
class DrawnOnly {
  /** @type {ReadonlySet<string>} */
  drawn = new Set();

  async init() {
    const drawn = JSON.parse(readFileSync(process.env.FORMATLAB_MUTATION_DRAW ?? '', 'utf8'));
    this.drawn = new Set(drawn);
  }

  /**
   * All in one group: one call to the process instead of thousands.
   * @param {readonly { id: string }[]} mutants
   */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  /** @param {readonly (import('./draw.mjs').Mutant & { id: string })[]} mutants */
  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        this.drawn.has(mutantKey(mutant)) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' },
      ]),
    );
  }
}

/** Vite replaces `import.meta.glob(…)` at build time and refuses arguments that are no literals: no mutant of them compiles. */
export const viteGlobs = {
  /** @param {{ node: any, isCallExpression(): boolean }} path Babel's */
  shouldIgnore(path) {
    const { callee } = path.node;
    const isGlob =
      path.isCallExpression() &&
      callee.type === 'MemberExpression' &&
      callee.object.type === 'MetaProperty' &&
      callee.property.name === 'glob';
    return isGlob ? 'Vite needs literals here' : undefined;
  },
};

export const strykerPlugins = [
  { kind: 'Checker', name: 'drawn-only', injectableClass: DrawnOnly },
  { kind: 'Ignore', name: 'vite-globs', value: viteGlobs },
];
