import { catalogue } from '#shared/words/t.ts';

/**
 * Figures are kept as the exchange writes them, with a point. Where the page writes a comma, so do its fields: the point
 * that somebody types becomes one before their eyes, and what can be read in two ways does not come in at all.
 */

/** `1.000` in one go: a thousand for one reader, one for another. Typed key by key it turns into `1,` at once. */
const thousandsOrDecimals = /(?:^|[^\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?!\d)/;

/** What a field shows of a figure that is kept. */
export function shownFigure(kept: string): string {
  return catalogue?.separators.decimal === ',' ? kept.replaceAll('.', ',') : kept;
}

/** What is kept of what a field shows; null where it may mean two figures. */
export function keptFigure(shown: string): string | null {
  if (catalogue?.separators.decimal !== ',') return shown;
  const tidy = shown.replaceAll(/[\s_]/g, '');
  return thousandsOrDecimals.test(tidy) ? null : shown.replaceAll(',', '.');
}
