/**
 * The words of the page. They stand in the code in English, each behind the tag `t`, and are looked up by that English in
 * the catalogue of another language (`renderer/words/`). In English nothing is looked up, and nothing is loaded for it.
 */

/** A word of another language, as the page's catalogue gives it. Installed before the page's first file runs. */
export interface Catalogue {
  /** as `<html lang>` and `Intl` know it */
  readonly language: string;
  /** What is written between digits: thousands, and before the decimals. */
  readonly separators: { readonly group: string; readonly decimal: string };
  readonly write: (parts: readonly string[], values: readonly WordValue[]) => string;
  /** Texts and values in the order of that language; values as they came. */
  readonly arrange: <V>(parts: readonly string[], values: readonly V[]) => readonly (V | string)[];
  /** A whole sentence that came as text, such as why main refused: by the message that it was made of. */
  readonly translate: (sentence: string) => string;
  /** An answer, an event or a failure of main, by its name, with what main says in it translated. */
  readonly translateMessages: <T>(name: string, value: T) => T;
}

export type WordValue = string | number | bigint;

declare global {
  var fathomCatalogue: Catalogue | undefined;
}

/** Null: English. It never changes while a page lives, so that no screen ever shows two languages. */
export const catalogue: Catalogue | null = globalThis.fathomCatalogue ?? null;

/** The decimal sign of the page's language. */
export const pageDecimal: '.' | ',' = catalogue?.separators.decimal === ',' ? ',' : '.';

/** What came from main under that name (a call, an event, or `failure`), its sentences in the language of the page. */
export const translateMessages = <T>(name: string, value: T): T => catalogue?.translateMessages(name, value) ?? value;

/**
 * One message; the values in `${}` may change their place in another language. Every message is a literal: the
 * catalogue is made of them.
 */
export function t(parts: TemplateStringsArray, ...values: readonly WordValue[]): string {
  return catalogue === null ? String.raw({ raw: parts }, ...values) : catalogue.write(parts, values);
}
