import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import { visibleText } from '#shared/visible-text.ts';
import { t } from '#shared/words/t.ts';

/** Money that came, went, or went from one wallet of the account to another. */
export interface MoneyMove extends Pick<LedgerEntry, 'id' | 'currency' | 'amount' | 'createdAtMs'> {
  readonly from: string;
  readonly to: string;
  /** why, in words */
  readonly business: string;
}

/** The exchange's names of wallets; an unknown one stays as it is. */
const wallets: ReadonlyMap<string, string> = new Map([
  ['MAIN', t`main`],
  ['TRADE', t`trade`],
  ['TRADE_HF', t`trade`],
  ['MARGIN', t`margin`],
  ['MARGIN_V2', t`margin`],
  ['ISOLATED', t`isolated margin`],
  ['ISOLATED_V2', t`isolated margin`],
  ['CONTRACT', t`futures`],
]);

function walletOf(accountType: string): string {
  return wallets.get(accountType.toUpperCase()) ?? visibleText(accountType);
}

type Business = 'sub' | 'transfer' | 'deposit' | 'withdrawal' | 'other';

/** The words of the two lists of movements differ in case and in separators. */
function businessOf(bizType: string): Business {
  if (/sub/iu.test(bizType)) return 'sub';
  if (/transfer/iu.test(bizType)) return 'transfer';
  if (/deposit/iu.test(bizType)) return 'deposit';
  return /withdraw/iu.test(bizType) ? 'withdrawal' : 'other';
}

/** Money between the master account and one of its sub-accounts. */
export function isBetweenAccounts({ bizType }: Pick<LedgerEntry, 'bizType'>): boolean {
  return businessOf(bizType) === 'sub';
}

/** The other end, when only one end is listed. */
const otherEnds: Readonly<Record<Business, string>> = {
  sub: t`another account of the owner`,
  transfer: t`another own wallet`,
  deposit: t`outside`,
  withdrawal: t`outside`,
  other: t`unknown`,
};
const businessWords: Readonly<Record<Exclude<Business, 'other'>, string>> = {
  sub: t`between accounts`,
  transfer: t`between own wallets`,
  deposit: t`deposit`,
  withdrawal: t`withdrawal`,
};

/** Both ends of a transfer are written down at once. */
const pairMs = 1000;

function isOtherEnd(a: LedgerEntry, b: LedgerEntry): boolean {
  return (
    a.direction !== b.direction &&
    a.currency === b.currency &&
    a.amount === b.amount &&
    a.bizType === b.bizType &&
    a.accountType !== b.accountType &&
    Math.abs(a.createdAtMs - b.createdAtMs) <= pairMs
  );
}

function moveOf(entry: LedgerEntry, other: LedgerEntry | undefined): MoneyMove {
  const { id, currency, amount, createdAtMs, direction, bizType } = entry;
  const business = businessOf(bizType);
  const ends = [walletOf(entry.accountType), other === undefined ? otherEnds[business] : walletOf(other.accountType)];
  const [to = '', from = ''] = direction === 'in' ? ends : ends.toReversed();
  const words = business === 'other' ? visibleText(bizType) : businessWords[business];
  return { id, currency, amount, createdAtMs, from, to, business: words };
}

/** The movements in their order, the two ends of a transfer between own wallets as one. */
export function moneyMoves(entries: readonly LedgerEntry[]): readonly MoneyMove[] {
  const joined = new Set<LedgerEntry>();
  return entries.flatMap((entry, index) => {
    if (joined.has(entry)) return [];
    const isOwn = businessOf(entry.bizType) === 'transfer';
    const other = isOwn
      ? entries.slice(index + 1).find(each => !joined.has(each) && isOtherEnd(entry, each))
      : undefined;
    if (other !== undefined) joined.add(other);
    return [moveOf(entry, other)];
  });
}
