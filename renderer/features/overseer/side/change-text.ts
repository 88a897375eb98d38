import { compare, toDecimal } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import type { AccountChange } from '#shared/domain/overseen/watched-accounts.ts';
import { valueDecimals } from '../model/valuation.ts';
import { statusText } from '../table/account-words.ts';
import { t } from '#shared/words/t.ts';

type Teller = (change: AccountChange, currency: string) => string;

const tellers: Readonly<Record<AccountChange['kind'], Teller>> = {
  new: () => t`is new`,
  gone: () => t`is not listed any more`,
  renamed: ({ before }) => t`was called ${visibleText(before)}`,
  status: ({ before, after }) => `${statusText(Number(before))} → ${statusText(Number(after))}`,
  access: ({ before, after }) => t`access ${visibleText(before)} → ${visibleText(after)}`,
  remarks: ({ before, after }) => t`remarks ${quoted(before)} → ${quoted(after)}`,
  figures: ({ after }) => (after === 'told' ? t`its figures are back` : t`its figures are not told any more`),
  balance: (change, currency) =>
    t`balance jumped ${movedText(change, currency)} (${amountText(change.before)} → ${amountText(change.after)} ${visibleText(change.coin ?? '')})`,
};

/** A change as half a sentence; the account's name stands before it. */
export function changeText(change: AccountChange, currency: string): string {
  return tellers[change.kind](change, currency);
}

/** Of a large amount the cents are enough. */
function amountText(text: string): string {
  const amount = toDecimal(text);
  if (amount === null) return visibleText(text);
  return formatOwn(amount, { maximumDecimals: compare(amount, '1000') >= 0 ? 2 : 8 });
}

function quoted(text: string): string {
  return text === '' ? t`none` : `“${visibleText(text)}”`;
}

function movedText({ moved }: AccountChange, currency: string): string {
  if (moved === null) return '';
  const decimals = valueDecimals(currency);
  return `${formatOwn(moved, { isSigned: true, minimumDecimals: decimals, maximumDecimals: decimals })} ${currency}`;
}
