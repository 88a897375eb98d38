import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listIn, parseRecord } from './json.mjs';
import { remove, renameFile } from '../os/operating-system.mjs';

/** What was done last time, so that a start can see that there is nothing to do. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

const setUpStamp = join(root, 'node_modules', '.fathom-stamp.json');
const buildStamp = join(root, 'dist', '.fathom-stamp.json');
const sourceFolders = ['electron', 'practice', 'renderer', 'shared', 'trusted'];
const sourceFiles = [
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/package/notices.mjs',
];

/** @param {string} file */
function readJson(file) {
  try {
    return parseRecord(readFileSync(file, 'utf8'));
  } catch {
    return {}; // not there or torn: then nothing is known and everything is done again
  }
}

/**
 * @param {string} file
 * @param {unknown} value
 */
function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(value));
  renameFile(`${file}.${process.pid}`, file);
}

/** `{ lockfile, electronRefused }`: the lockfile that was installed, and the Electron that could not be fetched. */
export function readSetUpStamp() {
  return readJson(setUpStamp);
}

/** @param {Record<string, unknown>} stamp */
export function writeSetUpStamp(stamp) {
  writeJson(setUpStamp, stamp);
}

export function hashLockfile() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

/** @param {string} name */
function isBuilt(name) {
  return !/\.test\.tsx?$|^tsconfig/.test(name);
}

function listSources() {
  const inFolders = sourceFolders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && isBuilt(entry.name))
      .map(entry => join(entry.parentPath, entry.name)),
  );
  return [...inFolders.toSorted(), ...sourceFiles.map(file => join(root, file))];
}

function hashSources() {
  const hash = createHash('sha256');
  for (const file of listSources()) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

/** Whether dist/ was built from exactly the sources that are there now. */
export function isBuildFresh() {
  return readJson(buildStamp)['sources'] === hashSources();
}

/**
 * @typedef {{ readonly name: string, readonly version: string }} PackageId
 * @param {{ readonly bundled: readonly PackageId[] }} build the npm packages whose code is in dist/
 */
export function writeBuildStamp({ bundled }) {
  writeJson(buildStamp, { sources: hashSources(), bundled });
}

/**
 * The npm packages whose code is in dist/.
 * @returns {readonly PackageId[]}
 */
export function readBundledPackages() {
  return listIn(readJson(buildStamp), 'bundled').map(({ name, version }) => ({
    name: String(name),
    version: String(version),
  }));
}

/** From now on dist/ counts as stale. */
export function forgetBuild() {
  remove(buildStamp);
}
