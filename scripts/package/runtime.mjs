import { asRecord } from '../setup/json.mjs';

/** @typedef {Readonly<Record<string, unknown>>} Part */

/** Bundled into our own files, or in another place of the package. */
const elsewhere = new Set(['zod']);

/**
 * Where a package that another asks for by name lies: beside it, or in a folder above.
 * @param {Part} packages
 * @param {string} from the folder of the one that asks; empty: the program itself
 * @param {string} name
 */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
}

/**
 * The folders that the program needs while it runs, from the lock file: what it depends on, and what that depends on.
 * An optional one is named too; npm installs those that fit the machine. Sorted.
 * @param {Part} lock
 * @returns {string[]}
 */
export function runtimeFolders(lock) {
  const packages = asRecord(lock['packages']);
  /** @type {Set<string>} */
  const found = new Set();
  const waiting = [''];
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const entry = asRecord(packages[from]);
    const wanted = {
      ...asRecord(entry['dependencies']),
      ...(from === '' ? {} : asRecord(entry['optionalDependencies'])),
    };
    for (const name of Object.keys(wanted).filter(each => !elsewhere.has(each))) {
      const path = resolve(packages, from, name);
      if (path === null || found.has(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  }
  return [...found].toSorted();
}
