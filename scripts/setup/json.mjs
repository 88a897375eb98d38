/** What is read from JSON is unknown until it was looked at. Builtins only, because set-up has no schemas yet. */

/**
 * @param {unknown} value
 * @returns {value is Readonly<Record<string, unknown>>}
 */
const isRecord = value => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The value as an object; an empty one when it is anything else.
 * @param {unknown} value
 * @returns {Readonly<Record<string, unknown>>}
 */
export const asRecord = value => (isRecord(value) ? value : {});

/**
 * The object that a text holds; an empty one when it holds anything else. Throws on a text that is no JSON.
 * @param {string} text
 */
export const parseRecord = text => asRecord(JSON.parse(text));

/**
 * The number by this name; NaN when there is none.
 * @param {Readonly<Record<string, unknown>>} record
 * @param {string} name
 */
export function numberIn(record, name) {
  const value = record[name];
  return typeof value === 'number' ? value : Number.NaN;
}

/**
 * The objects of the list by this name; none when there is no list.
 * @param {Readonly<Record<string, unknown>>} record
 * @param {string} name
 */
export function listIn(record, name) {
  const value = record[name];
  return Array.isArray(value) ? value.map(asRecord) : [];
}
