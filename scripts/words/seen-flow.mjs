import { childrenOf, textOf, under } from './syntax.mjs';

/**
 * What a function shows of what it is given: the words that stand where it is called are words of the page, whatever the
 * place is called.
 *
 * @typedef {import('./syntax.mjs').Node} Node
 * @typedef {import('./syntax.mjs').Step} Step
 * @typedef {{ readonly places: ReadonlySet<number>, readonly names: ReadonlySet<string> }} Shown arguments by their place, fields and props by their name
 * @typedef {ReadonlyMap<string, Shown>} ShownOf by the name of the function or component
 */

const tags = new Set(['t', 'rich']);

/** @param {Node} node */
const isFunction = node => /^(?:ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(node.type);

/**
 * The names under which a parameter is known in its function: its own, or those that it is taken apart into.
 * @param {Node} parameter
 * @returns {readonly { readonly own: string, readonly field: string | null }[]}
 */
function namesOf(parameter) {
  if (parameter.type === 'Identifier') return [{ own: textOf(parameter, 'name'), field: null }];
  if (parameter.type === 'AssignmentPattern') return under(parameter, 'left').flatMap(namesOf);
  if (parameter.type !== 'ObjectPattern') return [];
  return under(parameter, 'properties').flatMap(property => {
    const field = textOf(under(property, 'key')[0], 'name');
    return under(property, 'value').flatMap(value => namesOf(value).map(({ own }) => ({ own, field })));
  });
}

/**
 * What a node may come to: itself, or what a choice within it may come to.
 * @param {Node} node
 * @returns {readonly Node[]}
 */
function outcomesOf(node) {
  if (node.type === 'ConditionalExpression')
    return ['consequent', 'alternate'].flatMap(key => under(node, key).flatMap(outcomesOf));
  if (node.type === 'LogicalExpression') return ['left', 'right'].flatMap(key => under(node, key).flatMap(outcomesOf));
  if (
    /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|ParenthesizedExpression|JSXExpressionContainer)$/.test(
      node.type,
    )
  )
    return under(node, 'expression').flatMap(outcomesOf);
  return [node];
}

/** @param {Node | undefined} node */
function nameOfCalled(node) {
  if (node?.type === 'Identifier') return textOf(node, 'name');
  return node === undefined ? '' : textOf(under(node, 'property')[0], 'name');
}

/**
 * The parts of a node that the user reads: in an element, between the texts of a message, in a function that shows it.
 * @param {Node} node
 * @param {ShownOf} known
 * @returns {readonly Node[]}
 */
function shownIn(node, known) {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment')
    return under(node, 'children').flatMap(child => (child.type === 'JSXExpressionContainer' ? outcomesOf(child) : []));
  if (node.type === 'TaggedTemplateExpression' && tags.has(textOf(under(node, 'tag')[0], 'name')))
    return under(node, 'quasi').flatMap(quasi => under(quasi, 'expressions').flatMap(outcomesOf));
  if (node.type === 'JSXOpeningElement') return shownOfProps(node, known);
  return node.type === 'CallExpression' ? shownOfCall(node, known) : [];
}

/**
 * @param {Node} element
 * @param {ShownOf} known
 */
function shownOfProps(element, known) {
  const shown = known.get(textOf(under(element, 'name')[0], 'name'));
  if (shown === undefined) return [];
  return under(element, 'attributes').flatMap(attribute =>
    shown.names.has(textOf(under(attribute, 'name')[0], 'name')) ? under(attribute, 'value').flatMap(outcomesOf) : [],
  );
}

/**
 * @param {Node} call
 * @param {ShownOf} known
 */
function shownOfCall(call, known) {
  const shown = known.get(nameOfCalled(under(call, 'callee')[0]));
  if (shown === undefined) return [];
  return under(call, 'arguments').flatMap((argument, at) => {
    if (shown.places.has(at)) return outcomesOf(argument);
    return under(argument, 'properties').flatMap(property =>
      shown.names.has(textOf(under(property, 'key')[0], 'name')) ? under(property, 'value').flatMap(outcomesOf) : [],
    );
  });
}

/**
 * @typedef {{ readonly name: string, readonly node: Node }} Named
 * @typedef {{ readonly node: Node, readonly within: readonly Node[] }} Site something that may show what it is given, and the functions around it
 * @typedef {{ readonly functions: readonly Named[], readonly sites: readonly Site[] }} Outline
 * @type {WeakMap<Node, Outline>}
 */
const outlines = new WeakMap();

/**
 * The functions of a tree with their names, and what in them may show something: found once, asked many times.
 * @param {Node} tree
 * @returns {Outline}
 */
function outlineOf(tree) {
  const known = outlines.get(tree);
  if (known !== undefined) return known;
  const functions = /** @type {Named[]} */ ([]);
  const sites = /** @type {Site[]} */ ([]);
  const walk = (/** @type {Node} */ node, /** @type {string} */ name, /** @type {readonly Node[]} */ around) => {
    const isOwn = isFunction(node);
    const within = isOwn ? [...around, node] : around;
    if (isOwn) functions.push({ name: textOf(under(node, 'id')[0], 'name') || name, node });
    if (/^(?:JSX(?:Element|Fragment|OpeningElement)|TaggedTemplateExpression|CallExpression)$/.test(node.type))
      sites.push({ node, within });
    for (const step of childrenOf(node)) walk(step.node, givenName(node, name), within);
  };
  walk(tree, '', []);
  outlines.set(tree, { functions, sites });
  return { functions, sites };
}

/**
 * The name that a node gives to a function right below it: a variable, a field; through `memo` and `useCallback`, too.
 * @param {Node} node
 * @param {string} name
 */
function givenName(node, name) {
  if (node.type === 'CallExpression') return name;
  if (node.type !== 'VariableDeclarator' && node.type !== 'Property') return '';
  return textOf(under(node, node.type === 'Property' ? 'key' : 'id')[0], 'name');
}

/**
 * The names that are shown in each function of a tree.
 * @param {Node} tree
 * @param {ShownOf} known
 * @returns {ReadonlyMap<Node, ReadonlySet<string>>}
 */
function namesShown(tree, known) {
  const { functions, sites } = outlineOf(tree);
  /** @type {Map<Node, Set<string>>} */
  const names = new Map(functions.map(({ node }) => [node, new Set()]));
  for (const { node, within } of sites) {
    const shown = shownIn(node, known).filter(({ type }) => type === 'Identifier');
    for (const around of within) for (const each of shown) names.get(around)?.add(textOf(each, 'name'));
  }
  return names;
}

/**
 * What the functions of a tree show of what they are given, so far as the functions already known show it.
 * @param {Node} tree
 * @param {ShownOf} known
 * @returns {ReadonlyMap<string, Shown>}
 */
function shownByFunctions(tree, known) {
  const found = /** @type {Map<string, Shown>} */ (new Map());
  const names = namesShown(tree, known);
  for (const { name, node } of outlineOf(tree).functions) {
    const shown = under(node, 'params').flatMap((parameter, at) =>
      namesOf(parameter).flatMap(({ own, field }) => (names.get(node)?.has(own) === true ? [{ at, field }] : [])),
    );
    if (name === '' || shown.length === 0) continue;
    found.set(name, {
      places: new Set(shown.flatMap(({ at, field }) => (field === null ? [at] : []))),
      names: new Set(shown.flatMap(({ field }) => (field === null ? [] : [field]))),
    });
  }
  return found;
}

/**
 * What the calls of a tree show: of a function of its own by what that one does, else by what one of that name does anywhere.
 * @param {Node} tree
 * @param {ShownOf} known
 * @returns {ShownOf}
 */
function knownIn(tree, known) {
  const others = new Map(known);
  for (const { name } of outlineOf(tree).functions) others.delete(name);
  const own = shownByFunctions(tree, others);
  return new Map([...others, ...shownByFunctions(tree, new Map([...others, ...own]))]);
}

/** Functions hand on what they are given to others; four hands are more than the page has. */
const turns = 4;

/**
 * What every function of the page shows of what it is given.
 * @param {readonly Node[]} trees
 * @returns {ShownOf}
 */
export function shownOfPage(trees) {
  /** @type {Map<string, Shown>} */
  let known = new Map();
  for (let turn = 0; turn < turns; turn += 1) {
    const next = /** @type {Map<string, Shown>} */ (new Map());
    for (const tree of trees)
      for (const [name, { places, names }] of shownByFunctions(tree, knownIn(tree, known))) {
        const before = next.get(name);
        next.set(name, {
          places: new Set([...(before?.places ?? []), ...places]),
          names: new Set([...(before?.names ?? []), ...names]),
        });
      }
    known = next;
  }
  return known;
}

/** @param {Node} node */
const isText = ({ type }) => type === 'Literal' || type === 'TemplateLiteral';
/** @param {Node} node */
const isMessage = node => node.type === 'TaggedTemplateExpression' && tags.has(textOf(under(node, 'tag')[0], 'name'));

/**
 * Texts that stand where a message may stand as well: the other side of a choice, what the same list is given.
 * @param {Node} node
 * @returns {readonly Node[]}
 */
function besideMessages(node) {
  if (node.type === 'ConditionalExpression' || node.type === 'LogicalExpression') {
    const outcomes = outcomesOf(node);
    return outcomes.some(isMessage) ? outcomes : [];
  }
  if (!isFunction(node)) return [];
  const lists = Map.groupBy(givenToLists(node), ({ list }) => list);
  return [...lists.values()].flatMap(given =>
    given.some(({ text }) => isMessage(text)) ? given.map(({ text }) => text) : [],
  );
}

/**
 * What a function puts into its lists: at their beginning, and by `push`.
 * @param {Node} node
 * @returns {readonly { readonly list: string, readonly text: Node }[]}
 */
function givenToLists(node) {
  const below = childrenOf(node).flatMap(step => givenToLists(step.node));
  if (node.type === 'VariableDeclarator') {
    const list = textOf(under(node, 'id')[0], 'name');
    const begun = under(node, 'init').filter(({ type }) => type === 'ArrayExpression');
    return [
      ...begun.flatMap(array => under(array, 'elements').flatMap(outcomesOf)).map(text => ({ list, text })),
      ...below,
    ];
  }
  const [callee] = node.type === 'CallExpression' ? under(node, 'callee') : [];
  if (callee === undefined || nameOfCalled(callee) !== 'push') return below;
  const list = textOf(under(callee, 'object')[0], 'name');
  return [
    ...under(node, 'arguments')
      .flatMap(outcomesOf)
      .map(text => ({ list, text })),
    ...below,
  ];
}

/**
 * The texts of a tree that reach the user though nothing where they stand says so: as an argument, a field, a variable, or
 * as the other side of a message.
 * @param {Node} tree
 * @param {ShownOf} known
 * @returns {ReadonlySet<Node>}
 */
export function textsShown(tree, known) {
  const inFile = knownIn(tree, known);
  const shown = namesShown(tree, inFile);
  const walk = (/** @type {Node} */ node) => [
    ...besideMessages(node),
    ...(isFunction(node) ? ofVariables(node, shown.get(node) ?? new Set()) : []),
    ...childrenOf(node).flatMap(/** @returns {readonly Node[]} */ step => walk(step.node)),
  ];
  return new Set([...outlineOf(tree).sites.flatMap(({ node }) => shownIn(node, inFile)), ...walk(tree)].filter(isText));
}

/**
 * What the variables of a function that are shown may hold.
 * @param {Node} node
 * @param {ReadonlySet<string>} shown
 * @returns {readonly Node[]}
 */
function ofVariables(node, shown) {
  if (shown.size === 0) return [];
  const own =
    node.type === 'VariableDeclarator' && shown.has(textOf(under(node, 'id')[0], 'name'))
      ? under(node, 'init').flatMap(outcomesOf)
      : [];
  return [...own, ...childrenOf(node).flatMap(step => ofVariables(step.node, shown))];
}
