import { findWords } from './find-words.mjs';
import { isSaidByMain } from './main-sentences.mjs';
import { shownOfPage } from './seen-flow.mjs';
import { parse } from './syntax.mjs';

/**
 * All messages of the page, and what the catalogues of other languages make of them.
 *
 * @typedef {ReadonlyMap<string, string | null>} Files path from the root, with / → text; null: there, but not to be read
 * @typedef {{ readonly path: string, readonly words: import('./find-words.mjs').Words, readonly text: string }} Source
 */

/** What the page is made of: its own folder, and what it says of actions before they are sent. */
const isOfPage = /^(?:renderer|shared)\/.+\.tsx?$/;
/**
 * Tests and fakes have no reader, `shared/words` defines the tag, and `shared/portfolio` computes and has no message.
 */
const isNoPage = /\.(?:test|spec|d)\.tsx?$|\/testing\/|^shared\/(?:words|portfolio)\//;

/**
 * @param {Files} files
 * @returns {readonly Source[]}
 */
export function readPageWords(files) {
  const known = readSources.get(files) ?? readSourcesOf(files);
  readSources.set(files, known);
  return known;
}

/** @type {WeakMap<Files, readonly Source[]>} the same files are asked for their words and for their messages */
const readSources = new WeakMap();

/**
 * @param {Files} files
 * @returns {readonly Source[]}
 */
function readSourcesOf(files) {
  const sources = [...files].flatMap(([path, text]) =>
    text !== null && isOfPage.test(path) && !isNoPage.test(path) ? [{ path, text, tree: parse(path, text) }] : [],
  );
  const known = shownOfPage(sources.map(({ tree }) => tree));
  return sources.map(({ path, text, tree }) => ({ path, text, words: findWords(path, text, { tree, known }) }));
}

/**
 * What main says to the page: English text without a tag, because its journal, its audit and its log are in one language.
 * @param {Files} files
 * @returns {readonly string[]}
 */
function readMainSentences(files) {
  return [...files].flatMap(([path, text]) =>
    text !== null && isSaidByMain(path) && !isNoPage.test(path)
      ? findWords(path, text).loose.flatMap(each => (isSaidByMain(path, each.text) ? [each.text] : []))
      : [],
  );
}

/**
 * The ids of all messages, each once: those of the page, and those that it must know because main says them.
 * @param {Files} files
 */
export function messageIds(files) {
  const ofPage = readPageWords(files).flatMap(({ words }) => words.messages.map(({ id }) => id));
  return new Set([...ofPage, ...readMainSentences(files)]);
}

/**
 * The catalogues by their paths: English message → message of that language.
 * @param {Files} files
 * @returns {ReadonlyMap<string, Readonly<Record<string, string>>>}
 */
export function readCatalogues(files) {
  const catalogues = new Map();
  for (const [path, text] of files)
    if (text !== null && /^renderer\/words\/[a-z]+\.json$/.test(path)) catalogues.set(path, JSON.parse(text));
  return catalogues;
}

/** The places of values in a message, each once. */
function placesIn(/** @type {string} */ message) {
  return [...new Set([...message.matchAll(/\{(\d+)/g)].map(({ 1: place }) => place))]
    .toSorted((a, b) => Number(a) - Number(b))
    .join(' ');
}

/**
 * What is wrong with a catalogue: messages without words, words of no message, a value that is lost on the way.
 * @param {ReadonlySet<string>} ids
 * @param {Readonly<Record<string, string>>} messages
 * @returns {readonly string[]}
 */
export function judgeCatalogue(ids, messages) {
  return [
    ...[...ids].filter(id => (messages[id] ?? '') === '').map(id => `has no words for “${id}”`),
    ...Object.keys(messages)
      .filter(id => !ids.has(id))
      .map(id => `has words for “${id}”, which is no longer used`),
    ...Object.entries(messages)
      .filter(([id, words]) => words !== '' && placesIn(id) !== placesIn(words))
      .map(([id]) => `has other values in “${id}” than the English`),
  ];
}
