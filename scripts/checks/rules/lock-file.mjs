import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord, parseRecord } from '#scripts/setup/json.mjs';
import { root } from '#scripts/setup/stamp.mjs';

/** @typedef {Readonly<Record<string, unknown>>} LockedPackage one entry of the lock file's `packages` */

/** @returns {Readonly<Record<string, unknown>>} the entries of package-lock.json by their folder */
export function readLock() {
  return asRecord(parseRecord(readFileSync(join(root, 'package-lock.json'), 'utf8'))['packages']);
}

/** @returns {import('./sources.mjs').Findings} */
export function findLockFaults() {
  const packages = readLock();
  return { faults: lockFaults(packages), seen: Object.keys(packages).length };
}

/**
 * The folders in which Node looks for a package, beginning in the one of who asks for it.
 * @param {string} folder
 * @param {string} name
 */
function* placesOf(folder, name) {
  for (let at = folder; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    yield `${at}/node_modules/${name}`;
  yield `node_modules/${name}`;
}

/**
 * What a lock file lacks, a sentence each. A registry without the packages of another system makes such a file, and then
 * `npm ci` refuses it everywhere. A registry's address in it would bind everybody to that registry; a link leads to a
 * folder of this project.
 * @param {Readonly<Record<string, unknown>>} packages
 */
export function lockFaults(packages) {
  return Object.entries(packages).flatMap(([folder, value]) => {
    const locked = asRecord(value);
    const lacking = Object.keys(asRecord(locked['optionalDependencies'])).filter(
      name => ![...placesOf(folder, name)].some(place => place in packages),
    );
    const who = `${folder || 'the root'} ${String(locked['version'])}`;
    const faults = lacking.map(name => `package-lock.json: ${name} has no entry; ${who} wants it on some system`);
    return 'resolved' in locked && locked['link'] !== true
      ? faults.concat(`package-lock.json: ${who} names the registry it came from`)
      : faults;
  });
}
