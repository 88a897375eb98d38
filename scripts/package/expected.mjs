import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord, parseRecord } from '../setup/json.mjs';
import { whyUnwanted } from './contents.mjs';
import { filesBelow } from './files-below.mjs';
import { runtimeFolders } from './runtime.mjs';

/** Exactly what a package should hold, from the build and the lock file: what is missing is a fault like what is too much. */

/** Node's words for what the builder calls a system. @type {Readonly<Record<string, string>>} */
const systems = { linux: 'linux', mac: 'darwin', win: 'win32' };

/**
 * Whether a package of the lock file runs on a system.
 * @param {Readonly<Record<string, unknown>>} entry
 * @param {string} system
 */
function fits(entry, system) {
  const { os } = entry;
  return !Array.isArray(os) || os.includes(system);
}

/**
 * The folders of packages that the program needs on a system, those that npm has put here and those that it has not.
 * @param {string} project
 * @param {{ readonly target: string, readonly without?: readonly string[] }} options `without`: what this shell does not use
 */
export function neededFolders(project, { target, without = [] }) {
  const lock = parseRecord(readFileSync(join(project, 'package-lock.json'), 'utf8'));
  const packages = asRecord(lock['packages']);
  const isLeftOut = (/** @type {string} */ name) => without.some(each => name === each || name.startsWith(`${each}/`));
  const needed = runtimeFolders(lock).filter(
    name => !isLeftOut(name) && fits(asRecord(packages[name]), systems[target] ?? target),
  );
  return {
    here: needed.filter(name => existsSync(join(project, name))),
    // parts for other processors and C libraries are never all here
    absent: needed.filter(name => !existsSync(join(project, name))),
  };
}

/**
 * What a package holds besides its launcher: the build, what it runs on, and its manifest, by the rules of `contents.mjs`.
 * @param {string} project
 * @param {{ readonly target: string, readonly without?: readonly string[] }} options
 * @returns {readonly string[]}
 */
export function expectedFiles(project, options) {
  const folders = ['dist', ...neededFolders(project, options).here];
  return (
    folders
      .flatMap(folder => filesBelow(join(project, folder)).map(name => ({ folder, name, path: `${folder}/${name}` })))
      // a package within a package is there when the lock file names it, and then it has a line of its own
      .filter(
        ({ folder, name, path }) =>
          !(folder !== 'dist' && /(?:^|\/)node_modules\//.test(name)) && whyUnwanted(path) === null,
      )
      .map(({ path }) => path)
      .concat('package.json')
      .toSorted()
  );
}

/**
 * How two lists of files differ, one line each.
 * @param {readonly string[]} found
 * @param {readonly string[]} expected
 */
export function differences(found, expected) {
  const [has, wants] = [new Set(found), new Set(expected)];
  return [
    ...found.filter(name => !wants.has(name)).map(name => `${name}: should not be inside`),
    ...expected.filter(name => !has.has(name)).map(name => `${name}: is missing`),
  ];
}
