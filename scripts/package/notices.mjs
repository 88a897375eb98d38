import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRecord } from '../setup/json.mjs';

/** The npm packages whose code is bundled into dist/, and the file with their licence texts. */

/**
 * @typedef {{ readonly name: string, readonly version: string, readonly licence: string, readonly texts: readonly string[] }} BundledPackage
 * `licence`: the SPDX expression of its manifest
 * @typedef {import('vite').Rolldown.OutputChunk} OutputChunk
 * @typedef {Pick<OutputChunk, 'type' | 'moduleIds'> | { readonly type: 'asset' }} OutputFile
 */

/** Where dist/ holds the texts. */
export const noticesFile = 'THIRD-PARTY-NOTICES.txt';

/** Texts that the authors publish in their repository but leave out of the npm package, by package name. */
const textsOutsidePackages = join(import.meta.dirname, 'licences');

const licenceFileName = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;
const moduleInPackage = /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;
/** Code that the bundler adds: `\0rolldown/runtime.js`, `\0vite/preload-helper.js`. */
const moduleOfBundler = /^\0(rolldown|vite)\//;

/**
 * The folder of the package that a bundled module comes from; null for our own modules.
 * @param {string} moduleId
 * @param {string} project
 */
function packageFolderOf(moduleId, project) {
  const bundler = moduleOfBundler.exec(moduleId)?.[1];
  return bundler === undefined ? (moduleInPackage.exec(moduleId)?.[1] ?? null) : join(project, 'node_modules', bundler);
}

/**
 * @param {string} folder of an installed package
 * @returns {BundledPackage}
 */
function readPackage(folder) {
  const manifest = parseRecord(readFileSync(join(folder, 'package.json'), 'utf8'));
  const name = String(manifest['name']);
  const outside = join(textsOutsidePackages, `${name.replace('/', '-')}.txt`);
  const files = readdirSync(folder)
    .filter(file => licenceFileName.test(file))
    .toSorted()
    .map(file => join(folder, file))
    .concat(existsSync(outside) ? [outside] : []);
  if (files.length === 0)
    throw new Error(
      `${name} is bundled, and its package holds no licence text. Copy the text from its repository into scripts/package/licences/${name.replace('/', '-')}.txt.`,
    );
  return {
    name,
    version: String(manifest['version']),
    licence: typeof manifest['license'] === 'string' ? manifest['license'] : 'see the text',
    texts: files.map(file => readFileSync(file, 'utf8').trim()),
  };
}

/** @param {Pick<BundledPackage, 'name' | 'version'>} part */
export const partKey = ({ name, version }) => `${name}@${version}`;

/**
 * The packages that have at least one module in these output files, sorted by name and version. Throws a sentence for a
 * package without a licence text.
 * @param {readonly OutputFile[]} output of all builds
 * @param {string} project
 * @returns {readonly BundledPackage[]}
 */
export function bundledPackages(output, project) {
  const moduleIds = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []));
  const folders = new Set(moduleIds.map(id => packageFolderOf(id, project)).filter(folder => folder !== null));
  const packages = new Map([...folders].map(readPackage).map(each => [partKey(each), each]));
  return [...packages.values()].toSorted((a, b) => (partKey(a) < partKey(b) ? -1 : 1));
}

/**
 * The content of the notices file.
 * @param {readonly BundledPackage[]} packages
 */
export function noticesText(packages) {
  const head = 'Fathom contains code of the following npm packages. Their licence texts are below.\n';
  const sections = packages.map(each => `${partKey(each)} (${each.licence})\n\n${each.texts.join('\n\n')}\n`);
  return [head, ...sections].join(`\n${'='.repeat(80)}\n\n`);
}
