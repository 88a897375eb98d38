import { ambiguousFigure } from '#shared/order-entry/typed-figure.ts';
import { catalogue, t } from '#shared/words/t.ts';

/**
 * Figures are kept as the exchange writes them, with a point. Where the page writes a comma, so do its fields: the point
 * that somebody types becomes one before their eyes, and what can be read in two ways is refused with a sentence.
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

const hasDecimalComma = catalogue?.separators.decimal === ',';
/** Why a text is refused that may mean two figures, in the separators of the page. */
const refusedFigure = hasDecimalComma
  ? t`A point before three digits may be thousands or decimals: leave it out, or write a comma.`
  : ambiguousFigure;

/** Says at the field why the text was refused, or takes that back. */
export function tellRefused(
  field: Pick<HTMLInputElement, 'setCustomValidity' | 'reportValidity'>,
  isRefused: boolean,
): void {
  field.setCustomValidity(isRefused ? refusedFigure : '');
  if (isRefused) field.reportValidity();
}
