import { type Decimal, multiply, normalise, round } from '#shared/decimal.ts';
import { catalogue } from '#shared/words/t.ts';

const { group, decimal } = catalogue?.separators ?? { group: ',', decimal: '.' };

/** `1250000.5` → `1,250,000.5`, in the language of the page: figures of a validation error are read in a hurry. */
export function groupDigits(figure: Decimal): string {
  const [whole = '', fraction] = normalise(figure).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** Rounded up at the eighth digit, so that an amount above a limit is never shown as equal to it. */
export function amountWithCurrency(figure: Decimal, currency: string): string {
  return `${groupDigits(round(figure, 8, 'up'))} ${currency}`;
}

/** A fraction as a percentage, rounded up at the fourth digit. */
export function percentText(fraction: Decimal): string {
  return `${groupDigits(round(multiply(fraction, '100'), 4, 'up'))} %`;
}
