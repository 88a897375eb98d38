import { compare, toDecimal } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import type { AccountChange } from '#shared/domain/overseen/watched-accounts.ts';
import { type Valuation, valueDecimals } from '../model/valuation.ts';
import { statusText } from '../table/account-words.ts';
import { t } from '#shared/words/t.ts';

type Teller = (change: AccountChange, valuation: Valuation) => string;

const tellers: Readonly<Record<AccountChange['kind'], Teller>> = {
  new: () => t`is new`,
  gone: () => t`is not listed any more`,
  renamed: ({ before }) => t`renamed from ${ownText(visibleText(before), 'figure')}`,
  status: ({ before, after }) => `${statusText(Number(before))} → ${statusText(Number(after))}`,
  access: ({ before, after }) => t`access ${visibleText(before)} → ${visibleText(after)}`,
  remarks: ({ before, after }) => t`remarks ${quoted(before)} → ${quoted(after)}`,
  figures: ({ after }) => (after === 'told' ? t`its figures are back` : t`its figures are not told any more`),
  balance: (change, valuation) => {
    const moved = movedText(change, valuation);
    const coin = t`${amountText(change.before)} → ${amountText(change.after)} ${visibleText(change.coin ?? '')}`;
    return moved === null ? t`balance change: ${coin}` : t`balance change ${moved} (${coin})`;
  },
};

/**
 * A change as half a sentence; the account's name precedes it. The value of a movement is stored in the currency of that
 * moment and converted at the prices of `valuation`; it keeps its own currency where one of them has no price.
 */
export function changeText(change: AccountChange, valuation: Valuation): string {
  return tellers[change.kind](change, valuation);
}

/** Of a large amount the cents are enough. */
function amountText(text: string): string {
  const amount = toDecimal(text);
  if (amount === null) return visibleText(text);
  return formatOwn(amount, { maximumDecimals: compare(amount, '1000') >= 0 ? 2 : 8 });
}

function quoted(text: string): string {
  return text === '' ? t`none` : `“${ownText(visibleText(text), 'figure')}”`;
}

/** Null: the currency of the amount is not known, so the amount means nothing. */
function movedText({ moved, currency: stored }: AccountChange, { currency, valueOf }: Valuation): string | null {
  if (moved === null || stored === null) return null;
  const converted = valueOf(stored, moved);
  const [amount, unit] = converted === null ? [moved, stored] : [converted, currency];
  const decimals = valueDecimals(unit);
  return `${formatOwn(amount, { isSigned: true, minimumDecimals: decimals, maximumDecimals: decimals })} ${unit}`;
}
