import { add, compare, type Decimal, isPositive, subtract } from '#shared/decimal.ts';
import type { SubAccount } from '#shared/domain/account/account.ts';
import type { TransferEnd, TransferRequest } from '#shared/domain/money/transfer.ts';
import { readDecimalText } from '#ui/form/decimal-text.ts';
import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';

/** What has been chosen and typed; the currency is at first that of the balance from which the sheet was opened. */
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
function endsError({ from, to }: TransferDraft): string | null {
  if ([from, to].some(({ wallet, symbol }) => wallet === 'isolated' && symbol === null))
    return t`Name the pair of the isolated wallet.`;
  if (from.userId !== null && to.userId !== null) return t`One end must be the master account.`;
  return isSame(from, to) ? t`Choose two different wallets.` : null;
}

function amountError(amount: Decimal | null, { currency }: TransferDraft, most: Decimal | null): string | null {
  if (amount === null || !isPositive(amount)) return t`Type a number above zero.`;
  return most !== null && compare(amount, most) > 0
    ? t`Only ${most} ${currency} can be transferred out of that wallet.`
    : null;
}

/** From what was typed to what would be sent, what both wallets would hold, and what is wrong with it. */
export function summariseTransfer(
  draft: TransferDraft,
  balances: { readonly from: EndBalance; readonly to: EndBalance },
): TransferSummary {
  const typed = draft.amount.trim();
  const amount = readDecimalText(typed);
  const wrong = endsError(draft) ?? (typed === '' ? null : amountError(amount, draft, balances.from.transferable));
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

/** The name of an account; `userId` null: the account of the profile. Null: it is the only account and needs no name. */
export type AccountName = (userId: string | null) => string | null;

/** Names of the ends of a transfer; the account of the profile has a name where there are sub-accounts. */
export function accountNames(accounts: readonly Pick<SubAccount, 'userId' | 'name'>[]): AccountName {
  return userId => {
    if (userId === null) return accounts.length === 0 ? null : t`master account`;
    return visibleText(accounts.find(each => each.userId === userId)?.name ?? userId);
  };
}

/** An end in words: `isolated margin BTC-USDT of deskalpha`. */
export function endText({ wallet, symbol, userId }: TransferEnd, nameOf: AccountName): string {
  const pair = symbol === null ? '' : ` ${symbol}`;
  const name = nameOf(userId);
  return `${walletNames[wallet]}${pair}${name === null ? '' : t` of ${name}`}`;
}

/** Whether another account takes part. */
export function isBetweenAccounts({ from, to }: Pick<TransferDraft, 'from' | 'to'>): boolean {
  return from.userId !== null || to.userId !== null;
}

/** More letters of two names do not fit on the button; the review shows them whole. */
const mostButtonLetters = 16;

function shortName(name: string | null): string {
  const letters = Array.from(name ?? '');
  return letters.length <= mostButtonLetters
    ? letters.join('')
    : `${letters.slice(0, mostButtonLetters - 1).join('')}…`;
}

/** What the button says: amount and currency, and both accounts where another one takes part. */
export function moveLabel(draft: TransferDraft, amount: string, nameOf: AccountName): string {
  const { currency, from, to } = draft;
  if (!isBetweenAccounts(draft)) return t`Transfer ${amount} ${currency}`;
  return t`Transfer ${amount} ${currency} from ${shortName(nameOf(from.userId))} to ${shortName(nameOf(to.userId))}`;
}
