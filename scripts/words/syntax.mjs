import { parseSync } from 'vite';

/**
 * The syntax tree of a file, as far as words need it.
 *
 * @typedef {{ readonly type: string, readonly start: number, readonly end: number, readonly [key: string]: unknown }} Node
 * @typedef {{ readonly node: Node, readonly key: string }} Step a node, and as what of its parent it was reached
 */

/**
 * @param {unknown} value
 * @returns {value is Node}
 */
const isNode = value => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** @type {WeakMap<Node, readonly Step[]>} a tree is walked many times, and never changed */
const known = new WeakMap();

/**
 * The nodes below a node, in their order.
 * @param {Node} node
 * @returns {readonly Step[]}
 */
export function childrenOf(node) {
  const steps = known.get(node) ?? readChildren(node);
  known.set(node, steps);
  return steps;
}

/**
 * @param {Node} node
 * @returns {readonly Step[]}
 */
function readChildren(node) {
  return Object.entries(node).flatMap(([key, value]) =>
    [value].flat().flatMap(child => (isNode(child) ? [{ node: child, key }] : [])),
  );
}

/**
 * The nodes under a key of a node.
 * @param {Node} node
 * @param {string} key
 * @returns {readonly Node[]}
 */
export function under(node, key) {
  const value = node[key];
  if (Array.isArray(value)) return value.filter(isNode);
  return isNode(value) ? [value] : [];
}

/**
 * A text that a node carries under a key, or ''.
 * @param {Node | undefined} node
 * @param {string} key
 */
export function textOf(node, key) {
  const value = node?.[key];
  return typeof value === 'string' ? value : '';
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Node}
 */
export function parse(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const root = /** @type {unknown} */ (program);
  if (!isNode(root)) throw new Error(`${path}: the parser gave no tree`);
  return root;
}

/**
 * What the parts of a template say once escapes are read.
 * @param {Node} template
 * @returns {readonly string[]}
 */
export function partsOf(template) {
  return under(template, 'quasis').map(({ value }) =>
    typeof value === 'object' && value !== null && 'cooked' in value && typeof value.cooked === 'string'
      ? value.cooked
      : '',
  );
}
