import { asRecord } from '../setup/json.mjs';
import { partKey } from './notices.mjs';

/** The list of parts (SBOM) of the packages: what runs beside Fathom, and what is bundled into it. */

/** The runtime is handed out, and not what its package fetches it with. */
const alone = new Set(['electron']);

/**
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
const list = value => (Array.isArray(value) ? value : []);

/** @param {unknown} value */
const records = value => list(value).map(asRecord);

/**
 * The name and version of a component.
 * @param {Readonly<Record<string, unknown>>} part
 */
const keyOf = ({ name, version }) => partKey({ name: String(name), version: String(version) });

/**
 * Selects from npm's list of all installed packages, in CycloneDX: the dependencies with what they need, the runtime of
 * the window, and the packages that are bundled.
 * @param {Readonly<Record<string, unknown>>} all
 * @param {readonly import('../setup/stamp.mjs').PackageId[]} bundled
 */
export function shippedParts(all, bundled) {
  const needs = new Map(records(all['dependencies']).map(({ ref, dependsOn }) => [ref, dependsOn]));
  const parts = records(all['components']);
  const own = asRecord(asRecord(all['metadata'])['component'])['bom-ref'];
  const asked = new Set(list(needs.get(own)));
  const isDevelopment = (/** @type {Readonly<Record<string, unknown>>} */ part) =>
    records(part['properties']).some(({ name }) => name === 'cdx:npm:package:development');
  const inBundle = new Set(bundled.map(partKey));
  const shipped = new Set([own, ...parts.filter(part => inBundle.has(keyOf(part))).map(part => part['bom-ref'])]);
  const waiting = parts.filter(
    part => asked.has(part['bom-ref']) && (!isDevelopment(part) || alone.has(String(part['name']))),
  );
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { 'bom-ref': ref, name } = part;
    shipped.add(ref);
    if (alone.has(String(name))) continue;
    const next = new Set(list(needs.get(ref)));
    waiting.push(...parts.filter(each => next.has(each['bom-ref']) && !shipped.has(each['bom-ref'])));
  }
  return {
    ...all,
    components: parts.filter(part => shipped.has(part['bom-ref'])),
    dependencies: records(all['dependencies'])
      .filter(({ ref }) => shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: list(dependsOn).filter(need => shipped.has(need)) })),
  };
}

/**
 * The bundled packages that a list of parts does not hold, one line each.
 * @param {{ readonly components: readonly Readonly<Record<string, unknown>>[] }} parts
 * @param {readonly import('../setup/stamp.mjs').PackageId[]} bundled
 */
export function missingParts({ components }, bundled) {
  const listed = new Set(components.map(keyOf));
  return bundled
    .map(partKey)
    .filter(key => !listed.has(key))
    .map(key => `${key}: is bundled and not in the list of parts`);
}
