import { absolute, compare, subtract, toDecimal } from '#shared/decimal.ts';
import { ownName } from '#lib/own/own-name.ts';
import { visibleText } from '#shared/visible-text.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import type { BalanceMove } from '#shared/domain/overseen/recorded-change.ts';
import type { AccountChange } from '#shared/domain/overseen/watched-accounts.ts';
import { walletLabels } from '../model/wallet-labels.ts';
import { type Valuation, valueDecimals } from '../model/valuation.ts';
import { statusText } from '../table/account-texts.ts';
import { t } from '#shared/words/t.ts';

/** `moves`: of a balance change between two snapshots; absent or empty: a window saw the change. */
type TextedChange = AccountChange & { readonly moves?: readonly BalanceMove[] | undefined };
type ChangeWriter = (change: TextedChange, valuation: Valuation) => string;

const writers: Readonly<Record<AccountChange['kind'], ChangeWriter>> = {
  new: () => t`is new`,
  gone: () => t`is no longer listed`,
  renamed: ({ before }) => t`renamed from ${ownName(before)}`,
  status: ({ before, after }) => `${statusText(Number(before))} → ${statusText(Number(after))}`,
  access: ({ before, after }) => t`access ${visibleText(before)} → ${visibleText(after)}`,
  remarks: ({ before, after }) => t`remarks ${quoted(before)} → ${quoted(after)}`,
  figures: ({ after }) => (after === 'told' ? t`values available again` : t`values no longer available`),
  balance: (change, valuation) => {
    if (change.moves !== undefined && change.moves.length > 0)
      return t`balance change ${movesText(change.moves, valuation)}`;
    const moved = movedText(change, valuation);
    const coin = t`${amountText(change.before)} → ${amountText(change.after)} ${visibleText(change.coin ?? '')}`;
    return moved === null ? t`balance change: ${coin}` : t`balance change ${moved} (${coin})`;
  },
};

/**
 * A change as half a sentence; the account's name precedes it. The value of a movement is stored in the currency of that
 * moment and converted at the prices of `valuation`; it keeps its own currency where one of them has no price.
 */
export function changeText(change: TextedChange, valuation: Valuation): string {
  return writers[change.kind](change, valuation);
}

const mostMoves = 3;

/** `+2 BTC (main 1 → 3), −100 USDT (trade 500 → 400) and 1 more`, the largest value first; a coin without price is the first. */
function movesText(moves: readonly BalanceMove[], { valueOf }: Valuation): string {
  const valued = moves.map(move => {
    const amount = subtract(move.after, move.before);
    return { ...move, amount, value: valueOf(move.coin, absolute(amount)) };
  });
  const sorted = valued.toSorted((a, b) =>
    a.value === null || b.value === null
      ? Number(b.value === null) - Number(a.value === null)
      : compare(b.value, a.value),
  );
  const shown = sorted.slice(0, mostMoves).map(({ wallet, coin, before, after, amount }) => {
    const signed = formatOwn(amount, { isSigned: true, maximumDecimals: 8 });
    return `${signed} ${visibleText(coin)} (${walletText(wallet)} ${amountText(before)} → ${amountText(after)})`;
  });
  const others = moves.length - shown.length;
  return others === 0 ? shown.join(', ') : t`${shown.join(', ')} and ${others} more`;
}

function walletText(wallet: string): string {
  return isWalletName(wallet) ? walletLabels[wallet] : visibleText(wallet);
}

function isWalletName(wallet: string): wallet is keyof typeof walletLabels {
  return Object.hasOwn(walletLabels, wallet);
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
