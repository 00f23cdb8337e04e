import { readFileSync } from 'node:fs';
import { mutantKey } from './draw.mjs';

/**
 * A checker that accepts the drawn mutants and rejects the others, since ranges of Stryker’s option `mutate` also include the mutants inside
 * them. The draw is a file of keys, because a checker runs in its own process.
 */
class DrawnOnly {
  /** @type {ReadonlySet<string>} */
  drawn = new Set();

  async init() {
    const drawn = JSON.parse(readFileSync(process.env.FORMATLAB_MUTATION_DRAW ?? '', 'utf8'));
    this.drawn = new Set(drawn);
  }

  /**
   * All mutants are one group, so that the process is called once, not thousands of times.
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

/** Vite replaces `import.meta.glob(…)` at build time and accepts only literals as arguments, so mutants inside it can’t compile. */
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
