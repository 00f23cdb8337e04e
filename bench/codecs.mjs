import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser, PageClosedError } from './codecs/browser-side.mjs';
import { ensureNative, findCompiler, hasWasmLikeBuild, wasmLikeEnvironment } from './codecs/build-native.mjs';
import { chartOf } from './codecs/chart.mjs';
import { counterpartOf, counterparts, unmeasuredImplementations } from './codecs/counterparts.mjs';
import { dataBytes, datasets } from './codecs/datasets.mjs';
import { measureCell } from './codecs/measure-cell.mjs';
import { startNative } from './codecs/native-side.mjs';
import { slowdownReasonTexts, sizeDifferenceReasons } from './codecs/reasons.mjs';
import { benchBlockKinds, caseName, cellLine, exceededLimits, keyOf, benchReportText } from './codecs/report.mjs';
import { withSecondMeasurement, repeatedTiming, suspiciousDirections } from './codecs/suspicion.mjs';
import { runMain, parseWholeNumber } from './command-line.mjs';
import { describeMachine } from './machine.mjs';
import { mergedCells, readResult, textOfResult } from './stored-result.mjs';

/** @import { CodecBench, CodecBenchCell } from '../workers/model/codec-bench' */
/** @import { BrowserSide } from './codecs/browser-side.mjs' */
/** @import { Compiler } from './codecs/build-native.mjs' */
/** @import { Setting, Timing } from './codecs/measure-cell.mjs' */
/** @import { NativeSide } from './codecs/native-side.mjs' */
/** @import { Judging, Times } from './codecs/report.mjs' */

/** @typedef {Awaited<ReturnType<BrowserSide['registry']>>} Registry */
/** @typedef {ReturnType<typeof implementationsOf>} Measured */

/**
 * The filters of the command line; each is a list with commas.
 * @typedef {{ codec?: string, implementation?: string, level?: string, data?: string, block?: string, full: boolean }} Filters
 */

/** @typedef {{ settings: Setting[], browser: BrowserSide, compiler: Compiler, timing: Timing, folder: string }} Given */

const help = `Compares every codec of the registry in the browser with the native library of the same version, alternating in one run. Prints browser time ÷ native time.

  npm run bench:codecs -- [--codec zstd[,lz4]] [--implementation native] [--level 3[,9]] [--data int64|float64|json] [--block bulk|page|record]
                          [--full] [--quick] [--rounds 5] [--warm-up-ms 200] [--sample-ms 25] [--pass-ms 120] [--statistic median|best] [--merge] [--no-write] [--url URL]

--full measures every level and option; --quick measures one round of one dataset, as a smoke test. A pass that would take longer than --pass-ms natively
uses less of the data. Cells that are far from native, or whose rounds disagree, are measured again at the end on both sides, for longer, and only the second
measurement counts. A complete run writes fixtures/codec-bench/codec-bench.json and docs/codec-bench.svg. A run with a filter writes nothing, unless --merge
replaces cells of an earlier run on the same machine with the same browser and compiler. --url names a server that already serves the built site; otherwise
the site is built. --statistic best uses each side's fastest single pass, for a busy machine (with --pass-ms 3); its results are never written.
Exit code: 0, or 1 if a limit in bench/README.md is exceeded.`;

const root = new URL('../', import.meta.url);
const blockBytes = { bulk: dataBytes, page: 4_096, record: 700 };

const dataNames = /** @type {CodecBenchCell['data'][]} */ (Object.keys(datasets));

/** @param {string | undefined} text */
const listed = (text) => (text === undefined ? null : text.split(','));

/**
 * Throws an error if an implementation of the registry has no native counterpart.
 * @param {Registry} registry
 */
function implementationsOf(registry) {
  const all = registry.flatMap(({ id, implementations }) =>
    implementations.map((implementation) => ({ codec: id, key: `${id}/${implementation.id}`, implementation })),
  );
  const measured = all.filter(({ key }) => !unmeasuredImplementations.has(key));
  const missing = measured.filter(({ key }) => !counterparts.has(key)).map(({ key }) => key);
  if (missing.length > 0)
    throw new Error(
      `No native library is named for ${missing.join(', ')}: see testing/native-counterpart.mjs in the codec’s folder.`,
    );
  return measured;
}

/**
 * @param {Measured} measured
 * @param {Filters} values
 * @returns {Setting[]}
 */
function settingsOf(measured, values) {
  const [codecs, implementations] = [listed(values.codec), listed(values.implementation)];
  const [levels, data, block] = [listed(values.level), listed(values.data), listed(values.block)];
  /** @type {(list: string[] | null, value: string) => boolean} */
  const wants = (list, value) => list === null || list.includes(value);
  return measured.flatMap(({ codec, key, implementation }) => {
    const counterpart = counterpartOf(key);
    if (!wants(codecs, codec) || !wants(implementations, implementation.id)) return [];
    // A level that the command line names is measured even if the default run leaves it out.
    const range = implementation.levels;
    const offered =
      range === null
        ? [null]
        : levels !== null
          ? levels.map(Number).filter((level) => level >= range.min && level <= range.max)
          : values.full
            ? counterpart.fullLevels
            : counterpart.levels;
    const optionSets = (values.full ? counterpart.fullOptions : undefined) ?? counterpart.options;
    return offered.flatMap((level) =>
      optionSets.flatMap((optionsOf) =>
        dataNames
          .filter((name) => wants(data, name))
          .flatMap((name) =>
            benchBlockKinds
              .filter((name) => wants(block, name))
              .map((blockName) => {
                const elementBytes = counterpart.elementBytes?.(name) ?? 1;
                return {
                  codec,
                  implementation: implementation.id,
                  library: counterpart.library,
                  parameters: counterpart.parameters(level, optionsOf(name)),
                  level,
                  options: optionsOf(name),
                  data: name,
                  block: blockName,
                  blockBytes: blockBytes[blockName] - (blockBytes[blockName] % elementBytes),
                  wholeBytes: dataBytes,
                  wasm: implementation.wasm,
                  compresses: implementation.compresses,
                  keepsHistory: counterpart.keepsHistory ?? false,
                };
              }),
          ),
      ),
    );
  });
}

function manifest() {
  /** @type {typeof import('../workers/wasm/built/manifest.json')} */
  const { modules } = JSON.parse(readFileSync(new URL('workers/wasm/built/manifest.json', root), 'utf8'));
  return new Map(modules.map((module) => [module.name, module]));
}

/**
 * Measures all settings and returns them with their cells. Prints each cell when it is done.
 * @param {Given} given
 */
async function measureEach({ settings, browser, compiler, timing, folder }) {
  const modules = manifest();
  /** @type {{ setting: Setting, cell: CodecBenchCell }[]} */
  const cells = [];
  /** @type {string[]} */
  const problems = [];
  /** @type {{ name: string | null, side: NativeSide | null, plain: NativeSide | null, data: string | null }} */
  const native = { name: null, side: null, plain: null, data: null };
  const endNative = () => {
    native.side?.end();
    native.plain?.end();
    Object.assign(native, { name: null, side: null, plain: null, data: null });
  };
  for (const name of dataNames) writeFileSync(join(folder, name), datasets[name]());
  /** @type {{ implementation: string | null, options: string | null, data: string | null }} */
  const place = { implementation: null, options: null, data: null };
  const path = join(folder, 'blocks');
  try {
    for (const setting of settings) {
      if (native.side === null || native.name !== setting.library) {
        endNative();
        native.side = startNative(await ensureNative(setting.library, compiler));
        native.name = setting.library;
        if (setting.only !== undefined && hasWasmLikeBuild(setting.library))
          native.plain = startNative(
            await ensureNative(setting.library, compiler, { plain: true }),
            wasmLikeEnvironment(setting.library),
          );
        const version = await native.side.version();
        if (version !== modules.get(setting.library)?.version)
          throw new Error(
            `${setting.library} has the version ${version} natively, but ${modules.get(setting.library)?.version} in workers/wasm/built/manifest.json.`,
          );
      }
      try {
        const [implementation, options] = [keyOf(setting), JSON.stringify(setting.options)];
        // `keepsHistory` needs only a new context. But calls take longer if several instances were used in one worker, which the engine never does.
        const begins = place.implementation !== implementation || setting.keepsHistory;
        if (begins) await browser.begin();
        if (begins || place.options !== options)
          await browser.open(setting.codec, setting.implementation, setting.options);
        Object.assign(place, { implementation, options, data: begins ? null : place.data });
        if (place.data !== setting.data) await browser.data(join(folder, setting.data));
        place.data = setting.data;
        if (native.data !== setting.data)
          for (const side of [native.side, native.plain]) await side?.data(join(folder, setting.data));
        native.data = setting.data;
        const { cell, sameBytes, problem } = await measureCell({
          native: native.side,
          plain: native.plain,
          browser,
          setting,
          timing,
          path,
        });
        cells.push({ setting, cell });
        console.log(cellLine(cell, sameBytes, problem));
      } catch (thrown) {
        if (thrown instanceof PageClosedError) throw thrown;
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        problems.push(`${caseName(setting)}: ${message}`);
        console.error(`${caseName(setting)} FAILED: ${message}`);
        // The state of both sides is unknown now, so the next cell begins with new ones.
        endNative();
        place.implementation = null;
      }
    }
  } finally {
    endNative();
  }
  return { cells, problems };
}

/**
 * Measures all cells, and suspicious ones (codecs/suspicion.mjs) a second time, for longer.
 * @param {Given & { judging: Judging }} given
 */
async function measureAll(given) {
  const first = await measureEach(given);
  const suspicious = suspiciousDirections(
    first.cells.map(({ cell }) => cell),
    given.judging,
  );
  const again = first.cells.flatMap(({ setting, cell }) => {
    const only = suspicious.get(cell) ?? [];
    return only.length === 0 || given.timing.statistic === 'best' ? [] : [{ ...setting, only, first: cell }];
  });
  if (again.length === 0) return { ...first, cells: first.cells.map(({ cell }) => cell) };
  console.log(
    `\n${again.length} cells are measured again, for longer: they are far from native, vary between rounds, or seem slower than another implementation.`,
  );
  const second = await measureEach({ ...given, settings: again, timing: repeatedTiming(given.timing) });
  /** @type {Map<CodecBenchCell, CodecBenchCell>} */
  const better = new Map();
  for (const { setting, cell } of second.cells)
    if (setting.first !== undefined && setting.only !== undefined)
      better.set(setting.first, withSecondMeasurement(setting.first, cell, setting.only));
  return {
    cells: first.cells.map(({ cell }) => better.get(cell) ?? cell),
    problems: [...first.problems, ...second.problems],
  };
}

/**
 * @param {CodecBench} bench
 * @param {Judging['isOurs']} isOurs
 */
function write(bench, isOurs) {
  for (const [folder, name, content] of /** @type {const} */ ([
    ['fixtures/codec-bench/', 'codec-bench.json', textOfResult(bench)],
    ['docs/', 'codec-bench.svg', chartOf(bench, isOurs)],
  ])) {
    mkdirSync(new URL(folder, root), { recursive: true });
    writeFileSync(new URL(folder + name, root), content);
    console.log(`Wrote ${folder}${name}.`);
  }
}

/**
 * Merges the new cells into the cells that were written before. Throws if the old ones were measured on another machine or by other tools, since
 * they are then not comparable.
 * @param {CodecBenchCell[]} cells
 * @param {CodecBench['machine']} machine
 */
function mergedWithWritten(cells, machine) {
  /** @type {CodecBench} */
  const before = readResult(new URL('fixtures/codec-bench/codec-bench.json', root));
  return mergedCells({
    before: before.cells,
    cells,
    nameOf: caseName,
    storedWith: before.machine,
    measuredWith: machine,
  });
}

/** @param {number} number */
const rounded = (number) => Number(number.toPrecision(5));

/**
 * @param {Times | null} times
 * @returns {Times | null}
 */
function roundedTimes(times) {
  return times === null
    ? null
    : /** @type {Times} */ (
        Object.fromEntries(
          Object.entries(times).map(([name, value]) => [name, typeof value === 'number' ? rounded(value) : value]),
        )
      );
}

async function main() {
  const { values } = parseArgs({
    options: {
      codec: { type: 'string' },
      implementation: { type: 'string' },
      level: { type: 'string' },
      data: { type: 'string' },
      block: { type: 'string' },
      full: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      merge: { type: 'boolean', default: false },
      'no-write': { type: 'boolean', default: false },
      rounds: { type: 'string' },
      'warm-up-ms': { type: 'string' },
      'sample-ms': { type: 'string' },
      'pass-ms': { type: 'string' },
      statistic: { type: 'string', default: 'median' },
      url: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (values.quick) values.data ??= 'json';
  /** @type {(name: 'rounds' | 'warm-up-ms' | 'sample-ms' | 'pass-ms', usual: number, quick: number) => number} */
  const number = (name, usual, quick) =>
    parseWholeNumber(name, values[name] ?? String(values.quick ? quick : usual), 1);
  const { statistic } = values;
  if (statistic !== 'median' && statistic !== 'best')
    throw new Error(`--statistic is “${statistic}”, but must be median or best.`);
  /** @type {Timing} */
  const timing = {
    rounds: number('rounds', 5, 1),
    warmUpMs: number('warm-up-ms', 200, 50),
    sampleMs: number('sample-ms', 25, 5),
    passMs: number('pass-ms', 120, 30),
    statistic,
  };
  const whole = [values.codec, values.implementation, values.level, values.data, values.block].every(
    (filter) => filter === undefined,
  );

  const compiler = findCompiler();
  const browser = await openBrowser(values.url ?? null);
  const folder = mkdtempSync(join(tmpdir(), 'formatlab-codecs-'));
  let outcome;
  /** @type {Judging} */
  let judging;
  try {
    const registry = implementationsOf(await browser.registry());
    const settings = settingsOf(registry, values);
    if (settings.length === 0) throw new Error('No codec of the registry matches these options.');
    console.log(`${settings.length} cells; ${browser.version}; natively ${compiler.name}, -O3, one thread.`);
    console.log(`${''.padEnd(62)} compress: factor, browser ÷ native ms   decompress`);
    const ourKeys = new Set(
      registry
        .filter(({ implementation }) => implementation.wasm && implementation.library.package === 'formatlab')
        .map(({ key }) => key),
    );
    judging = {
      isOurs: (cell) => ourKeys.has(keyOf(cell)),
      nativeLevelOf,
      ownScale: (cell) => counterpartOf(keyOf(cell)).ownScale === true,
      libraryOf: (cell) => counterpartOf(keyOf(cell)).library,
    };
    outcome = await measureAll({ settings, browser, compiler, timing, folder, judging });
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const modules = manifest();
  const machine = { ...describeMachine(browser.version), compiler: `${compiler.name}, -O3` };
  const measured = outcome.cells.map((cell) => ({
    ...cell,
    compress: roundedTimes(cell.compress),
    decompress: roundedTimes(cell.decompress),
  }));
  const cells = values.merge ? mergedWithWritten(measured, machine) : measured;
  const judged = { cells, sizeReasons: sizeDifferenceReasons, ...judging };
  for (const line of benchReportText(judged)) console.log(line);
  const faults = [...outcome.problems, ...exceededLimits(judged)];
  if (faults.length > 0) console.log(`\nExceeded limits:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  if (
    (whole || values.merge) &&
    !values.quick &&
    !values['no-write'] &&
    values.statistic === 'median' &&
    outcome.problems.length === 0
  ) {
    const used = [...new Set(cells.map(keyOf))].sort();
    const native = Object.fromEntries(used.map((key) => [key, nativeName(key, modules)]));
    /** @param {Readonly<Record<string, string>>} texts */
    const ofUsed = (texts) => Object.fromEntries(Object.entries(texts).filter(([key]) => used.includes(key)));
    write(
      {
        format: 'formatlab.codecBench',
        version: 1,
        takenAt: new Date().toISOString(),
        machine,
        native,
        reasons: ofUsed(slowdownReasonTexts),
        sizeReasons: ofUsed(sizeDifferenceReasons),
        cells,
      },
      judging.isOurs,
    );
  }
  return faults.length === 0 ? 0 : 1;
}

/**
 * The level that the native library used if the implementation has no levels: its default.
 * @type {Readonly<Record<string, number>>}
 */
const defaultLevels = { zlib: 6, lz4: 1, zstd: 3 };
/** @param {CodecBenchCell} cell */
const nativeLevelOf = (cell) => cell.level ?? defaultLevels[counterpartOf(keyOf(cell)).library] ?? null;

/**
 * @param {string} key
 * @param {ReturnType<typeof manifest>} modules
 */
function nativeName(key, modules) {
  const { library, levels } = counterpartOf(key);
  const module = modules.get(library);
  if (module === undefined) throw new Error(`workers/wasm/built/manifest.json names no module ${library}.`);
  const { upstream, version } = module;
  const level = levels[0] === null && defaultLevels[library] !== undefined ? `, level ${defaultLevels[library]}` : '';
  return `${upstream} ${version}${level}`;
}

await runMain(main);
