import { childrenOf, partsOf, textOf, under } from './syntax.mjs';

/**
 * Which texts of the source are for the machine and never shown on the screen.
 *
 * @typedef {import('./syntax.mjs').Node} Node
 * @typedef {import('./syntax.mjs').Step} Step
 */

/** Attributes and properties whose text is for the machine. */
const machineNames =
  /^(?:className|class|id|type|role|variant|size|htmlFor|key|kind|name|inputMode|autoComplete|autoCapitalize|d|fill|stroke|viewBox|transform|rel|as|align|side|data-.+|aria-(?:live|haspopup|sort|orientation|hidden|current|controls|labelledby|describedby)|textAnchor|dominantBaseline|font|color|keys|shortcut|tone|level|event|target|href|gridTemplate\w*|width|height|style|dataKey|stackId|layout|position|stackOffset|contentVisibility)$/;
/** Variables that hold such text. */
const machineVariables =
  /(?:class|classes|className|selector|pattern|font|stroke|fill|transform|query|href|path|keys?|ids?)$/i;
/** Functions that make such text: `rowKey`, and not one that judges a client's Oid. */
const machineFunctions =
  /(?:^|[a-z])(?:Class(?:es)?|Selector|Pattern|Font|Stroke|Fill|Transform|Query|Href|Path|Keys?|Ids?)$|^(?:classes|href|path|key|id|className)$/;
/** Variables, tables and functions whose text is read by the user, a single small word too. */
const seenHolders = /(?:words|texts?|labels?|titles?|captions?|sentences?|nouns?|verbs?|hints?)$/i;
/** What reads a text gives what it found, and no words. */
const readers = /^(?:read|parse)(?![a-z])/;
/** @param {string} name */
const holdsWords = name => seenHolders.test(name) && !readers.test(name);
/** What is called with such text. */
const machineCalls =
  /^(?:call|useRead|useWrite|useStream|on|readKey|querySelector|querySelectorAll|closest|matches|getAttribute|setAttribute|removeAttribute|addEventListener|removeEventListener|includes|startsWith|endsWith|split|indexOf|lastIndexOf|replace|replaceAll|localeCompare|createElement|getContext|getPropertyValue|setProperty|match|search|Set|Error|TypeError|RangeError|RegExp|Event|CustomEvent|enum|literal|startWith|has|get|test|toLocaleString|toLocaleDateString|DateTimeFormat|NumberFormat|PluralRules|useNow|mark|measure)$/;
/** What is begun like a title is one, also where the machine's words stand: `size: ['Size']`. */
const titled = /^\p{Lu}\p{Ll}{2,}(?:[ ,.]|$)/u;
/** Keys of the keyboard, and names that are the same in every language. */
const names = new Set(
  'Fathom|Escape|Enter|ArrowUp|ArrowDown|ArrowLeft|ArrowRight|PageUp|PageDown|Backspace|Control|Meta|Alt|Shift|AltGraph|Dead|Unidentified|Ctrl|Del|Esc|Ctrl K|Infinity|NaN|English|Deutsch|ms|min|bps'.split(
    '|',
  ),
);
/** Keys whose names are words as well: they are keys only where keys stand. */
const keysThatAreWords = /^(?:Home|End|Tab|Delete|Space)$/;
const keyPlaces = /^(?:keys|keyText)$/;
/** A time zone, as every computer calls it. */
const zoneName = /^(?:Africa|America|Asia|Atlantic|Europe|Pacific)(?:\/[A-Z][A-Za-z_]+)+$/;
const keyChord = /^(?:(?:Ctrl|Alt|Shift|Cmd)\+)+\S*$/;

/** @param {Node} call */
function calledName(call) {
  const [callee] = under(call, 'callee');
  return callee?.type === 'Identifier' ? textOf(callee, 'name') : textOf(under(callee ?? call, 'property')[0], 'name');
}

/**
 * @param {Node} parent
 * @param {string} key
 */
function nameOfPlace(parent, key) {
  if (parent.type === 'JSXAttribute') return { attribute: textOf(under(parent, 'name')[0], 'name') };
  if (parent.type === 'Property' && key === 'value') {
    const [name] = under(parent, 'key');
    return { attribute: textOf(name, 'name') || textOf(name, 'value') };
  }
  if (parent.type === 'VariableDeclarator') return { variable: textOf(under(parent, 'id')[0], 'name') };
  return {};
}

/**
 * By the kind of a node: whether the value of its key is for the machine.
 * @type {Readonly<Record<string, (parent: Node, key: string) => boolean>>}
 */
const machinePlaces = {
  ImportDeclaration: () => true,
  ImportExpression: () => true,
  ExportAllDeclaration: () => true,
  ExportNamedDeclaration: (_, key) => key === 'source',
  TSLiteralType: () => true,
  TSEnumMember: () => true,
  TSImportType: () => true,
  ThrowStatement: () => true,
  ExpressionStatement: parent => textOf(parent, 'directive') !== '',
  SwitchCase: (_, key) => key === 'test',
  PropertyDefinition: (_, key) => key === 'key',
  MemberExpression: (_, key) => key === 'property',
  BinaryExpression: parent => textOf(parent, 'operator') !== '+',
  CallExpression: (parent, key) => key === 'arguments' && machineCalls.test(calledName(parent)),
  NewExpression: (parent, key) => key === 'arguments' && machineCalls.test(calledName(parent)),
};

/**
 * Whether the value of `key` in `parent` is for the machine.
 * @param {Node} parent
 * @param {string} key
 * @param {string} text
 */
function isMachinePlace(parent, key, text) {
  if (machinePlaces[parent.type]?.(parent, key) === true) return true;
  if (parent.type === 'Property' && key === 'key') return true;
  const { attribute, variable } = nameOfPlace(parent, key);
  if (attribute !== undefined && keyPlaces.test(attribute) && keysThatAreWords.test(text)) return true;
  if (attribute !== undefined)
    return machineNames.test(attribute) && !(parent.type === 'Property' && titled.test(text));
  return variable !== undefined && machineVariables.test(variable);
}

/**
 * Whether a function makes keys or names for the machine, by what it is called.
 * @param {readonly Step[]} steps what holds the function, and the function itself
 */
function isMachineFunction([holder, own]) {
  if (holder === undefined || own === undefined) return false;
  const name = textOf(under(own.node, 'id')[0], 'name') || nameOfPlace(holder.node, own.key).variable;
  return name !== undefined && machineFunctions.test(name);
}

/**
 * Whether a text that was reached through `steps` is for the machine, by its position.
 * @param {readonly Step[]} steps from the file down to the text itself
 */
export function isForMachine(steps) {
  // what a function makes of it inside a call is its own affair
  const from = steps.findLastIndex(({ node }) => /^(?:ArrowFunction|Function)/.test(node.type));
  const text = textOf(steps.at(-1)?.node, 'value');
  return (
    isMachineFunction(steps.slice(from - 1)) ||
    steps.some((step, at) => {
      const parent = steps[at - 1];
      return parent !== undefined && at > from && isMachinePlace(parent.node, step.key, text);
    })
  );
}

/** Where what is written is seen by the user for certain, so that a single small word counts as well. */
const seenNames =
  /^(?:title|label|hint|placeholder|aria-label|words|text|error|note|empty|reason|what|message|sentence|description|caption|summary|disabledReason|suffix|prefix|word|advice|unit|\w+Words)$/;

/**
 * Whether the user reads the value of `key` in `parent`; null: as for `parent` itself.
 * @param {Node} parent
 * @param {string} key
 */
function isSeenIn(parent, key) {
  // a word that is put between others
  if (parent.type === 'TemplateLiteral') return partsOf(parent).some(part => /\s/.test(part));
  const { attribute } = nameOfPlace(parent, key);
  if (attribute !== undefined) return seenNames.test(attribute);
  const isPassedOn =
    parent.type === 'JSXExpressionContainer' ||
    (parent.type === 'ConditionalExpression' && key !== 'test') ||
    (parent.type === 'LogicalExpression' && key === 'right');
  return isPassedOn ? null : /^JSX(?:Element|Fragment)$/.test(parent.type);
}

/**
 * Whether a text is what a variable holds or a function gives that is called after words: alone, in a table, by a choice.
 * @param {readonly Step[]} steps
 */
function isWordOfHolder(steps) {
  for (const [at, { node }] of [...steps.entries()].toReversed().slice(1)) {
    const key = steps[at + 1]?.key ?? '';
    const name = textOf(under(node, 'id')[0], 'name');
    if (node.type === 'VariableDeclarator') return holdsWords(nameOfPlace(node, key).variable ?? '');
    // what a component gives is drawn
    if (node.type === 'FunctionDeclaration') return /^[A-Z]/.test(name) || holdsWords(name);
    if (node.type === 'Property' && nameOfPlace(node, key).attribute === 'render') return true;
    if (!passesOn(node, key)) return false;
  }
  return false;
}

/**
 * Whether the value of a key is, or may be, the value of the node itself.
 * @param {Node} node
 * @param {string} key
 */
function passesOn(node, key) {
  if (node.type === 'ConditionalExpression') return key !== 'test';
  if (node.type === 'LogicalExpression') return key === 'right';
  if (node.type === 'Property') return key === 'value';
  if (node.type === 'IfStatement' || node.type === 'SwitchCase') return key === 'consequent' || key === 'alternate';
  return /^(?:ObjectExpression|ArrayExpression|ReturnStatement|BlockStatement|SwitchStatement|ArrowFunctionExpression|ParenthesizedExpression|TS(?:As|Satisfies)Expression)$/.test(
    node.type,
  );
}

/**
 * Whether a text is at a place that the user reads.
 * @param {readonly Step[]} steps
 */
function isSeen(steps) {
  if (isWordOfHolder(steps)) return true;
  for (let at = steps.length - 1; at > 0; at -= 1) {
    const parent = steps[at - 1]?.node;
    const answer = parent === undefined ? false : isSeenIn(parent, steps[at]?.key ?? '');
    if (answer !== null) return answer;
  }
  return false;
}

/**
 * Whether a text that the user reads for certain is words, and no key, code or name.
 * @param {readonly string[]} parts the text between the values
 */
export function isWordFor(parts) {
  const text = parts.join('{}').trim();
  if (names.has(text) || keyChord.test(text) || zoneName.test(text)) return false;
  return !/^--|^[A-Z]{2,}$/.test(text) && /\p{L}{2}/u.test(parts.join(' '));
}

/**
 * Whether a text reads as words: two of them, or one that begins a title, or any where the user reads it.
 * @param {readonly string[]} parts the text between the values
 * @param {readonly Step[]} steps
 */
export function readsAsWords(parts, steps) {
  if (!isWordFor(parts)) return false;
  const text = parts.join('{}').trim();
  const plain = text.replaceAll('{}', '');
  if (/^\p{Lu}\p{Ll}+\.$/u.test(text)) return true;
  // names of events and styles, selectors, media queries
  if (/^[a-z_]?[\w.-]*(?:-|\.)[\w.-]*$/.test(plain) && !/^\p{Lu}\p{Ll}+-\p{Ll}+$/u.test(plain)) return false;
  if (/^(?:[.#[](?! )|\((?:min|max)-|\d+(?:\.\d+)?px|input, )|\b(\w+) \1-/.test(plain)) return false;
  if (/^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(text)) return false;
  if (isSeen(steps)) return true;
  if (/^\p{Lu}\p{Ll}/u.test(text)) return true;
  return /\p{L}{2}/u.test(text) && /\p{L}\S*\s|\s\S*\p{L}/u.test(parts.length > 1 ? parts.join('{}') : text);
}

/**
 * Whether an element shows text that is the same in every language: keys, code.
 * @param {Node} element
 */
export function isVerbatim(element) {
  if (element.type !== 'JSXElement') return false;
  const [opening] = childrenOf(element);
  return /^(?:kbd|code|pre|style)$/.test(textOf(under(opening?.node ?? element, 'name')[0], 'name'));
}
