import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asRecord } from '../setup/json.mjs';
import { root } from '../setup/stamp.mjs';

/** What is handed out, as a list of parts (SBOM): what runs beside Fathom, and what is built into it. */

const rooms = ['shared', 'electron', 'practice', 'renderer', 'trusted'];
const imported = /(?:from|import)\s*\(?'((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^']*)?'/g;

/**
 * Asked for by a package and in nothing that is handed out: types, and what compiles its words.
 * @param {string} name
 */
const isTool = name => name.startsWith('@types/') || name === '@lingui/babel-plugin-lingui-macro';

/** The runtime is handed out, and not what its package fetches it with. */
const alone = new Set(['electron']);

/**
 * The packages that Fathom's own source imports, without what only its tests do.
 * @returns {ReadonlySet<string>}
 */
export function importedPackages() {
  const files = rooms.flatMap(room =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name) && !/\.test\.tsx?$|(^|[\\/])testing[\\/]/.test(name))
      .map(name => join(root, room, name)),
  );
  const names = files.flatMap(file => [...readFileSync(file, 'utf8').matchAll(imported)].map(found => found[1] ?? ''));
  return new Set(names);
}

/**
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
const list = value => (Array.isArray(value) ? value : []);

/** @param {unknown} value */
const records = value => list(value).map(asRecord);

/**
 * Of npm's list of everything that is installed, in CycloneDX: what is asked for at run time or imported, and what that
 * needs.
 * @param {Readonly<Record<string, unknown>>} all
 * @param {ReadonlySet<string>} imports
 */
export function shippedParts(all, imports) {
  const needs = new Map(records(all['dependencies']).map(({ ref, dependsOn }) => [ref, dependsOn]));
  const parts = records(all['components']);
  const own = asRecord(asRecord(all['metadata'])['component'])['bom-ref'];
  const asked = new Set(list(needs.get(own)));
  const isDevelopment = (/** @type {Readonly<Record<string, unknown>>} */ part) =>
    records(part['properties']).some(({ name }) => name === 'cdx:npm:package:development');
  const shipped = new Set([own]);
  const waiting = parts.filter(
    part => asked.has(part['bom-ref']) && (!isDevelopment(part) || imports.has(String(part['name']))),
  );
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { 'bom-ref': ref, name } = part;
    if (shipped.has(ref) || isTool(String(name))) continue;
    shipped.add(ref);
    if (alone.has(String(name))) continue;
    const next = new Set(list(needs.get(ref)));
    waiting.push(...parts.filter(each => next.has(each['bom-ref'])));
  }
  return {
    ...all,
    components: parts.filter(part => shipped.has(part['bom-ref'])),
    dependencies: records(all['dependencies'])
      .filter(({ ref }) => shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: list(dependsOn).filter(need => shipped.has(need)) })),
  };
}
