import { isForMachine, isVerbatim, isWordFor, readsAsWords } from './machine-text.mjs';
import { shownOfPage, textsShown } from './seen-flow.mjs';
import { childrenOf, parse, partsOf, textOf, under } from './syntax.mjs';

/**
 * The words of a file: those behind a tag, which are messages of the catalogue, and those that stand outside it.
 *
 * @typedef {import('./syntax.mjs').Node} Node
 * @typedef {import('./syntax.mjs').Step} Step
 * @typedef {{ readonly at: number, readonly end: number, readonly text: string }} Edit
 * @typedef {{ readonly id: string, readonly at: number }} Message
 * @typedef {{ readonly text: string, readonly at: number, readonly edits: readonly Edit[] }} LooseWords `edits` put them behind a tag
 * @typedef {{ readonly messages: readonly Message[], readonly loose: readonly LooseWords[] }} Words
 * @typedef {{ readonly messages: Message[], readonly loose: LooseWords[], readonly source: string, readonly shown: ReadonlySet<Node> }} Found `shown`: what reaches the user through a name
 */

const tags = new Set(['t', 'rich']);
const letters = /\p{L}{2}/u;

/**
 * What the catalogue calls a message: its English, with numbered places for the values, without the space around it.
 * @param {readonly string[]} parts
 */
const messageId = parts =>
  parts
    .map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`))
    .join('')
    .trim();

/** @param {string} text */
const inTemplate = text => text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);

/**
 * What JSX makes of a text: lines without their indentation, joined by a space.
 * @param {string} raw
 */
function jsxText(raw) {
  const lines = raw.split(/\r\n|\n|\r/);
  return lines
    .map((line, at) => {
      const begun = at === 0 ? line : line.replace(/^[ \t]+/, '');
      return at === lines.length - 1 ? begun : begun.replace(/[ \t]+$/, '');
    })
    .filter(line => line !== '')
    .join(' ')
    .replaceAll('&nbsp;', '\u00A0')
    .replaceAll('&amp;', '&');
}

/** @param {Node} node */
const isText = node => node.type === 'JSXText';
/** @param {Node} node */
const hasLetters = node => isText(node) && letters.test(textOf(node, 'value'));
/**
 * @param {Node} node
 * @returns {boolean}
 */
const holdsElements = node =>
  /^JSX(?:Element|Fragment)$/.test(node.type) || childrenOf(node).some(step => holdsElements(step.node));
/** @param {Node} node */
const isFigure = node =>
  node.type === 'JSXExpressionContainer' &&
  !holdsElements(node) &&
  !under(node, 'expression').some(({ type }) => /Literal$|Function|JSXEmpty/.test(type));

/**
 * The children that make one sentence: from the first text with letters to the last, with the figures that touch them.
 * @param {readonly Node[]} children
 */
function sentenceOf(children) {
  let first = children.findIndex(hasLetters);
  let last = children.findLastIndex(hasLetters);
  if (first === -1) return null;
  const joins = (/** @type {number} */ at) => {
    const child = children[at];
    return child !== undefined && (isFigure(child) || (isText(child) && !/\n/.test(textOf(child, 'value'))));
  };
  while (joins(first - 1)) first -= 1;
  while (joins(last + 1)) last += 1;
  return children.slice(first, last + 1);
}

/**
 * A sentence of JSX behind a tag, by small edits that keep the code between the texts.
 * @param {readonly Node[]} run
 * @returns {readonly Edit[]}
 */
function tagChildren(run) {
  const tag = run.some(child => holdsElements(child)) ? 'rich' : 't';
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return [];
  const inner = run.flatMap(child => {
    if (isText(child)) return [{ at: child.start, end: child.end, text: inTemplate(jsxText(textOf(child, 'value'))) }];
    if (child.type === 'JSXExpressionContainer') return [{ at: child.start, end: child.start, text: '$' }];
    return [
      { at: child.start, end: child.start, text: '${' },
      { at: child.end, end: child.end, text: '}' },
    ];
  });
  const [begin, ...rest] = inner;
  if (begin === undefined) return [];
  const ending = { at: last.end, end: last.end, text: '`}' };
  return [{ ...begin, text: `{${tag}\`${begin.text}` }, ...rest, ending];
}

/**
 * @param {Node} element
 * @param {Found} found
 */
function readChildren(element, found) {
  const run = sentenceOf(under(element, 'children'));
  const [first] = run ?? [];
  if (run === null || first === undefined) return;
  const isLonely = run.length === 1;
  const text = isLonely ? jsxText(textOf(first, 'value')) : found.source.slice(first.start, run.at(-1)?.end);
  found.loose.push({ text: text.trim().replaceAll(/\s+/g, ' '), at: first.start, edits: tagChildren(run) });
}

/**
 * A literal or a template that reads as words.
 * @param {readonly Step[]} steps
 * @param {Found} found
 */
function readText(steps, found) {
  const [parent, own] = steps.slice(-2);
  if (own === undefined || parent === undefined) return;
  const { node } = own;
  const parts = node.type === 'TemplateLiteral' ? partsOf(node) : [textOf(node, 'value')];
  const isWords = found.shown.has(node) ? isWordFor(parts) : readsAsWords(parts, steps) && !isForMachine(steps);
  if (!isWords) return;
  const isBare = parent.node.type === 'JSXAttribute';
  const tagged = `t\`${inTemplate(parts[0] ?? '')}\``;
  const edits =
    node.type === 'TemplateLiteral'
      ? [{ at: node.start, end: node.start, text: 't' }]
      : [{ at: node.start, end: node.end, text: isBare ? `{${tagged}}` : tagged }];
  found.loose.push({ text: messageId(parts), at: node.start, edits });
}

/**
 * @param {readonly Step[]} steps
 * @param {Found} found
 */
function readTemplate(steps, found) {
  const template = steps.at(-1)?.node;
  const [quasi] = template === undefined ? [] : under(template, 'quasi');
  if (template === undefined || quasi === undefined) return;
  const [tag] = under(template, 'tag');
  if (tags.has(textOf(tag, 'name'))) found.messages.push({ id: messageId(partsOf(quasi)), at: template.start });
  const within = [...steps, { node: quasi, key: 'quasi' }];
  for (const step of childrenOf(quasi)) if (step.key === 'expressions') walk([...within, step], found);
}

/**
 * @param {readonly Step[]} steps
 * @param {Found} found
 */
function walk(steps, found) {
  const node = steps.at(-1)?.node;
  if (node === undefined || isVerbatim(node)) return;
  if (node.type === 'TaggedTemplateExpression') return readTemplate(steps, found);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') readChildren(node, found);
  const isString = node.type === 'Literal' && typeof node['value'] === 'string';
  if (isString || node.type === 'TemplateLiteral') readText(steps, found);
  for (const step of childrenOf(node)) walk([...steps, step], found);
}

/**
 * @param {string} path
 * @param {string} source
 * @param {{ readonly tree: Node, readonly known: import('./seen-flow.mjs').ShownOf }} [read] the file's tree, and what the functions of all files show; without it those of this file alone
 * @returns {Words}
 */
export function findWords(path, source, read) {
  const tree = read?.tree ?? parse(path, source);
  const shown = textsShown(tree, read?.known ?? shownOfPage([tree]));
  /** @type {Found} */
  const found = { messages: [], loose: [], source, shown };
  walk([{ node: tree, key: '' }], found);
  return found;
}
