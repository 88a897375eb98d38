import { setupI18n } from '@lingui/core';
import type { Catalogue, WordValue } from '#shared/words/t.ts';
import { translateTexts } from './main-words.ts';
import { createSentenceReader } from './sentences.ts';

export interface CatalogueOptions {
  readonly language: string;
  /** English message → message of that language, in the syntax of ICU; compiled by the build */
  readonly messages: Readonly<Record<string, string>>;
  readonly separators: Catalogue['separators'];
}

/** Fixed text, or the number of the value at this place. */
type Piece = string | number;

/** Private characters around the number of a value: no message has them. */
const mark = (at: number) => `\uE000${at}\uE001`;
const marks = /\uE000(\d+)\uE001/;

/** An unformatted figure, as the exchange and the code write it. */
const bareDecimal = /^[+\u2212-]?\d+\.\d+$/;

/** What the catalogue calls a message: its English, with numbered places, without the space around it. */
function idOf(parts: readonly string[]): string {
  return parts
    .map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`))
    .join('')
    .trim();
}

const spaceBefore = (text = '') => text.slice(0, text.length - text.trimStart().length);
const spaceAfter = (text = '') => text.slice(text.trimEnd().length);

/** The English, which is shown where a message is missing. */
function inEnglish(parts: readonly string[]): readonly Piece[] {
  return parts.flatMap((part, at) => (at < parts.length - 1 ? [part, at] : [part]));
}

/** A catalogue of the page's words, made of the messages of one language. */
export function createCatalogue({ language, messages, separators }: CatalogueOptions): Catalogue {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  const known = new WeakMap<readonly string[], readonly Piece[]>();

  /** A count is handed over as a number: its plural depends on it. All else keeps its place and is put there as it came. */
  const piecesOf = (parts: readonly string[], values: readonly unknown[]): readonly Piece[] => {
    const id = idOf(parts);
    if (!Object.hasOwn(messages, id)) return inEnglish(parts);
    const given = values.map((value, at) => (typeof value === 'number' ? value : mark(at)));
    const text = i18n._(id, Object.fromEntries(given.entries()));
    const whole = spaceBefore(parts[0]) + text + spaceAfter(parts.at(-1));
    return whole.split(marks).map((piece, at) => (at % 2 === 0 ? piece : Number(piece)));
  };
  const pieces = (parts: readonly string[], values: readonly unknown[]): readonly Piece[] => {
    if (values.some(value => typeof value === 'number')) return piecesOf(parts, values);
    const before = known.get(parts);
    if (before !== undefined) return before;
    const made = piecesOf(parts, values);
    known.set(parts, made);
    return made;
  };
  const arrange = <V>(parts: readonly string[], values: readonly V[]): readonly (V | string)[] =>
    pieces(parts, values).flatMap((piece): readonly (V | string)[] => {
      if (typeof piece === 'string') return piece === '' ? [] : [piece];
      const value = values[piece];
      return value === undefined ? [] : [value];
    });
  const inFigures = (value: WordValue): WordValue =>
    typeof value === 'string' && bareDecimal.test(value) ? value.replace('.', separators.decimal) : value;
  const write = (parts: readonly string[], values: readonly WordValue[]) =>
    arrange(parts, values.map(inFigures)).join('');
  const translate = createSentenceReader({ ids: Object.keys(messages), write, separators });
  const translateMessages = <T>(name: string, value: T) => translateTexts(name, value, translate);
  return { language, separators, arrange, write, translate, translateMessages };
}
