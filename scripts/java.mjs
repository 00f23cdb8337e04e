import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedFolder, hashOf } from './cached-folder.mjs';
import { repositoryFolder } from './install.mjs';

const project = join(repositoryFolder, 'e2e/interop/java');

/**
 * Runs a command. Returns standard error and output as one text, or null if the command is missing or fails.
 * @param {string} command
 * @param {string[]} args
 */
function output(command, args) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return error === undefined && status === 0 ? stderr + stdout : null;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  // The messages of Maven and javac go to standard error, since a caller reads the class path from standard output.
  const { error, status } = spawnSync(command, args, {
    cwd: repositoryFolder,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${status}.`);
}

/**
 * Returns the class path for running `formatlab.Main`: our compiled harness with CDK, Beam and Kryo in the versions that e2e/interop/java/pom.xml
 * pins. Maven downloads them to a repository of its own. Without Maven or JDK 11 or newer, it prints a message and returns null. In CI it throws,
 * so that the tests are not silently skipped.
 * @returns {Promise<string | null>}
 */
export async function ensureJava() {
  const version = output('javac', ['-version']);
  const major = Number(/javac (\d+)/u.exec(version ?? '')?.[1] ?? 0);
  const pom = readFileSync(join(project, 'pom.xml'));
  const jarsName = `java/jars-${hashOf(pom)}`;
  const hasJars = existsSync(join(repositoryFolder, '.cache', jarsName));
  if (major < 11 || (!hasJars && output('mvn', ['--version']) === null)) {
    const message = `There is ${major < 11 ? 'no JDK 11 or newer' : 'no Maven'} (Debian and Ubuntu: apt-get install default-jdk-headless maven): files can’t be opened with CDK and Kryo, and these interop tests are SKIPPED.`;
    if (process.env.CI) throw new Error(message);
    console.error(`\n!!! ${message}\n`);
    return null;
  }
  const jars = await cachedFolder(jarsName, (made) => {
    console.error('Fetching CDK and Kryo with Maven …');
    run('mvn', [
      '-q',
      '-B',
      '-f',
      join(project, 'pom.xml'),
      'dependency:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${made}`,
    ]);
    writeFileSync(
      join(made, 'classpath'),
      readdirSync(made)
        .filter((name) => name.endsWith('.jar'))
        .sort()
        .join('\n'),
    );
  });
  const jarPaths = readFileSync(join(jars, 'classpath'), 'utf8')
    .split('\n')
    .map((name) => join(jars, name));
  const sources = join(project, 'src/formatlab');
  const files = readdirSync(sources)
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => join(sources, name));
  const classes = await cachedFolder(
    `java/classes-${hashOf(pom, version ?? '', ...files.map((file) => readFileSync(file)))}`,
    (made) => {
      run('javac', [
        '-encoding',
        'UTF-8',
        '--release',
        '11',
        '-Xlint:all,-serial,-processing,-classfile,-options,-path',
        '-Werror',
        '-cp',
        jarPaths.join(delimiter),
        '-d',
        made,
        ...files,
      ]);
    },
  );
  return [classes, ...jarPaths].join(delimiter);
}

/** `node scripts/java.mjs` prints the class path. With arguments, it runs the harness with them. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const classPath = await ensureJava();
  if (classPath === null) process.exit(1);
  const args = process.argv.slice(2);
  if (args.length === 0) console.log(classPath);
  else process.exit(spawnSync('java', ['-cp', classPath, 'formatlab.Main', ...args], { stdio: 'inherit' }).status ?? 1);
}
