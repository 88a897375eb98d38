import { add, compare, type Decimal, isPositive, subtract } from '#shared/decimal.ts';
import type { TransferEnd, TransferRequest } from '#shared/domain/money/transfer.ts';
import { readDecimalText } from '#ui/form/decimal-text.ts';
import { t } from '#shared/words/t.ts';

/** What has been chosen and typed; the currency is that of the balance from which the sheet was opened. */
export interface TransferDraft {
  readonly currency: string;
  readonly from: TransferEnd;
  readonly to: TransferEnd;
  /** as typed */
  readonly amount: string;
}

/** What one end holds of the currency; null where it is not known. */
export interface EndBalance {
  readonly total: Decimal | null;
  /** what of it can be moved now */
  readonly transferable: Decimal | null;
}

interface EndPreview {
  readonly before: Decimal | null;
  readonly after: Decimal | null;
}

export interface TransferSummary {
  /** what would be sent; null while it may not be */
  readonly request: Omit<TransferRequest, 'clientOid'> | null;
  /** why it may not be sent; null when nothing was typed yet or all is well */
  readonly error: string | null;
  readonly from: EndPreview;
  readonly to: EndPreview;
}

function isSame(one: TransferEnd, other: TransferEnd): boolean {
  return one.wallet === other.wallet && one.symbol === other.symbol && one.userId === other.userId;
}

/** Why money cannot go from one end to the other, or null. docs/exchange/endpoints.md §6.3. */
function endsObjection({ from, to }: TransferDraft): string | null {
  if ([from, to].some(({ wallet, symbol }) => wallet === 'isolated' && symbol === null))
    return t`Name the pair of the isolated wallet.`;
  if (from.userId !== null && to.userId !== null) return t`One end must be the own account.`;
  return isSame(from, to) ? t`Choose two different wallets.` : null;
}

function amountObjection(amount: Decimal | null, { currency }: TransferDraft, most: Decimal | null): string | null {
  if (amount === null || !isPositive(amount)) return t`Type a number above zero.`;
  return most !== null && compare(amount, most) > 0
    ? t`Only ${most} ${currency} can be moved out of that wallet.`
    : null;
}

/** From what was typed to what would be sent, what both wallets would hold, and what is wrong with it. */
export function summariseTransfer(
  draft: TransferDraft,
  balances: { readonly from: EndBalance; readonly to: EndBalance },
): TransferSummary {
  const typed = draft.amount.trim();
  const amount = readDecimalText(typed);
  const wrong =
    endsObjection(draft) ?? (typed === '' ? null : amountObjection(amount, draft, balances.from.transferable));
  const isReady = wrong === null && amount !== null;
  const { total: out } = balances.from;
  const { total: into } = balances.to;
  const { currency, from, to } = draft;
  return {
    request: isReady ? { currency, amount, from, to } : null,
    error: wrong,
    from: { before: out, after: isReady && out !== null ? subtract(out, amount) : out },
    to: { before: into, after: isReady && into !== null ? add(into, amount) : into },
  };
}

const walletNames = {
  main: 'main',
  trade: 'trade',
  margin: t`cross margin`,
  isolated: t`isolated margin`,
  futures: 'futures',
} as const;

/** An end in words: `isolated margin BTC-USDT of deskalpha`. */
export function endText({ wallet, symbol, userId }: TransferEnd, nameOf: (userId: string) => string): string {
  const pair = symbol === null ? '' : ` ${symbol}`;
  return `${walletNames[wallet]}${pair}${userId === null ? '' : t` of ${nameOf(userId)}`}`;
}
