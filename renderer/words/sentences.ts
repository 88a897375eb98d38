import type { Catalogue, WordValue } from '#shared/words/t.ts';

/** English sentences from the main process, translated by the messages that they were made of. */

interface Pattern {
  readonly id: string;
  readonly parts: readonly string[];
  /** a value in front is one word: the message has too few of its own to be known by */
  readonly isWeak: boolean;
}

export interface SentenceReaderOptions {
  /** all messages, in English */
  readonly ids: readonly string[];
  readonly write: (parts: readonly string[], values: readonly WordValue[]) => string;
  readonly separators: Catalogue['separators'];
}

/** Fewer letters than these could be anything. */
const leastLetters = 5;
/** With fewer than these, a value in front of them is one word. */
const strongLetters = 12;
/** Sentences repeat, and those with figures in them do not for ever. */
const mostRemembered = 500;
/** A failure may carry a reason, and that a reason of its own. */
const mostDepth = 4;
/** Nothing that main says by itself is longer; what an exchange puts into it may be, and stays as it came. */
const mostLetters = 1500;
const mostParts = 20;

/** These places have texts of the exchange or of the system, which must not change. */
export const verbatim: ReadonlySet<string> = new Set([
  'The exchange rejected the feed: {0}',
  'The exchange rejected the topic{0}: {1}',
  'A stop of {0} was triggered, but its order was rejected: {1}',
  'There is no {0} to keep the key in: start one, or keep the key in memory for this session. It said: {1}.',
  'The {0} is locked or has no keyring yet: unlock it (on Linux by logging in to the desktop, or with Passwords and Keys), then try again. It said: {1}.',
]);

const count = /^(?:0|[1-9]\d{0,8})$/;
const groupedFigure = /(?<![\d.,])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])/g;
const figureWithUnit = /^-?[\d,]+(?:\.\d+)? \S+$/;
/** Between two sentences, or before the words of another in brackets. */
const sentenceEnd = /(?<=[.!?]) (?=\p{Lu}|\()/u;
const clauseEnd = /; /;
const listEnd = /(, |; | and (?=\d))/;

function patternOf(id: string): readonly Pattern[] {
  const parts = id.split(/\{\d+\}/);
  const letters = parts.join('').replaceAll(/\P{L}/gu, '').length;
  if (parts.length === 1 || letters < leastLetters) return [];
  return [{ id, parts, isWeak: parts[0] === '' && letters < strongLetters }];
}

const oneWord = /^\S* ?$/;

/**
 * The texts between the message's own words, each as short as possible; null when the words do not all occur. Word by
 * word from the left, in one pass: an expression with many gaps would try every way to split a hostile text.
 */
function valuesIn(sentence: string, { parts, isWeak }: Pattern): readonly string[] | null {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!sentence.startsWith(first) || !sentence.endsWith(last)) return null;
  const end = sentence.length - last.length;
  const values: string[] = [];
  let at = first.length;
  const inner = parts.slice(1, -1);
  for (const [index, part] of inner.entries()) {
    // of two values with nothing between them the first has all: the second is what may stand at the end
    const mark = inner.slice(index).find(each => each !== '');
    const next = mark === undefined ? Math.max(at, end) : sentence.indexOf(mark, at);
    if (next < 0) return null;
    values.push(sentence.slice(at, next));
    at = next + part.length;
  }
  if (at > end) return null;
  values.push(sentence.slice(at, end));
  return isWeak && !oneWord.test(values[0] ?? '') ? null : values;
}

const lettersIn = ({ parts }: Pattern) => parts.join('').length;
const upperFirst = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Reads a sentence as the message it was made of, the one with the most words of its own first; else it stays as it came.
 * A value that is a figure with thousands is written as figures are; a name or an id stays what it is.
 */
export function createSentenceReader({ ids, write, separators }: SentenceReaderOptions): (sentence: string) => string {
  const whole = new Set(ids);
  let patterns: readonly Pattern[] | null = null;

  const figures = (text: string) =>
    text.replaceAll(groupedFigure, figure =>
      figure.replaceAll(/[,.]/g, mark => (mark === ',' ? separators.group : separators.decimal)),
    );
  const readMessage = (sentence: string, depth: number): string | null => {
    if (whole.has(sentence)) return write([sentence], []);
    patterns ??= ids.flatMap(patternOf).toSorted((a, b) => lettersIn(b) - lettersIn(a));
    for (const pattern of patterns) {
      const values = valuesIn(sentence, pattern);
      const { id, parts } = pattern;
      if (values !== null) return write(parts, verbatim.has(id) ? values : readValues(values, depth));
    }
    return null;
  };
  const readAll = (text: string, between: RegExp, depth: number): string | null => {
    const parts = text.split(between);
    if (parts.length === 1 || parts.length > mostParts) return null;
    const translated = parts.map(part => readMessage(part, depth));
    const joint = between === sentenceEnd ? ' ' : '';
    return translated.every(part => part === null) ? null : translated.map((part, at) => part ?? parts[at]).join(joint);
  };
  /** Sentences after each other, each known: the message that the first was made of must not swallow the others. */
  const readKnown = (text: string, between: RegExp, depth: number): string | null => {
    const parts = text.split(between);
    if (parts.length === 1 || parts.length > mostParts) return null;
    const translated = parts.map(part => readMessage(part, depth));
    return translated.includes(null) ? null : translated.join(between === sentenceEnd ? ' ' : '; ');
  };
  const readValues = (values: readonly string[], depth: number): readonly WordValue[] =>
    values.map(value => (count.test(value) ? Number(value) : readValue(value, depth)));
  const readValue = (value: string, depth: number): string => {
    const words = value.trim();
    // one word with a capital is a name: of a profile, a market, a state of the exchange
    if (depth === mostDepth || !/\p{Ll}{2}/u.test(words) || /^\p{Lu}\S*$/u.test(words)) return figures(value);
    const translated =
      readKnown(words, clauseEnd, depth + 1) ??
      readKnown(words, sentenceEnd, depth + 1) ??
      readMessage(words, depth + 1) ??
      readMessage(upperFirst(words), depth + 1) ??
      readAll(words, sentenceEnd, depth + 1) ??
      readAll(words, listEnd, depth + 1) ??
      figures(words);
    return value.replace(words, () => translated);
  };
  const read = (sentence: string) =>
    readMessage(sentence, 0) ??
    readAll(sentence, sentenceEnd, 0) ??
    (figureWithUnit.test(sentence) ? figures(sentence) : sentence);

  const remembered = new Map<string, string>();
  return sentence => {
    if (sentence.length > mostLetters) return sentence;
    const before = remembered.get(sentence);
    if (before !== undefined) return before;
    if (remembered.size >= mostRemembered) remembered.clear();
    const translated = read(sentence);
    remembered.set(sentence, translated);
    return translated;
  };
}
