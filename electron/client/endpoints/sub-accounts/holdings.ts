import * as z from 'zod/mini';
import type { SubAccountBalance, SubAccountHoldings } from '#shared/domain/account/account.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import type { Collected } from '../../types.ts';
import { decimal, id, text } from '../../wire/scalars.ts';

const holdingRow = z.object({
  currency: id,
  balance: decimal,
  available: decimal,
  holds: decimal,
  baseCurrency: text,
  baseCurrencyPrice: decimal,
  baseAmount: decimal,
});
type HoldingWire = z.infer<typeof holdingRow>;

function toHoldings(
  wallet: SubAccountBalance['wallet'],
  rows: readonly HoldingWire[] | null | undefined,
): SubAccountBalance[] {
  return (rows ?? []).map(row => ({
    wallet,
    currency: row.currency,
    total: row.balance,
    available: row.available,
    held: row.holds,
    valueCurrency: row.baseCurrency,
    unitPrice: row.baseCurrencyPrice,
    value: row.baseAmount,
  }));
}

interface WireWallets {
  readonly tradeAccounts?: unknown;
  readonly marginAccounts?: unknown;
  readonly tradeHFAccounts?: unknown;
}

function isMainOnly({ tradeAccounts, marginAccounts, tradeHFAccounts }: WireWallets): boolean {
  return [tradeAccounts, marginAccounts, tradeHFAccounts].every(each => each === undefined || each === null);
}

/**
 * docs/exchange/records.md §10.5: the live service adds three wallets to the list. A sum without one balance would be
 * wrong, so an odd balance makes its account unreadable.
 */
const wallet = z.nullish(z.array(holdingRow));

const holdingsRow = z.pipe(
  z.object({
    subUserId: id,
    subName: text,
    mainAccounts: wallet,
    tradeAccounts: wallet,
    marginAccounts: wallet,
    tradeHFAccounts: wallet,
  }),
  z.transform(
    (wire): SubAccountHoldings => ({
      userId: wire.subUserId,
      name: wire.subName,
      isReadable: true,
      balances: [
        ...toHoldings('main', wire.mainAccounts),
        ...toHoldings('trade', wire.tradeAccounts),
        ...toHoldings('margin', wire.marginAccounts),
        ...toHoldings('trade-hf', wire.tradeHFAccounts),
      ],
      ...(isMainOnly(wire) ? { isMainOnly: true } : {}),
    }),
  ),
);

/** An account whose balances make no sense must not take those of all others along: of it only the name is believed. */
const unreadableRow = z.pipe(
  z.object({ subUserId: id, subName: text }),
  z.transform(
    (wire): SubAccountHoldings => ({
      userId: wire.subUserId,
      name: wire.subName,
      isReadable: false,
      balances: [],
    }),
  ),
);

export const holdingsOrUnreadable = z.union([holdingsRow, unreadableRow]);

/** Each costs 15: of more accounts, asked for every half minute, more than a tenth of the pool would go. */
export const mostSingleReads = 10;

/** It is about this account alone, and will be the same at the next look. */
const rejections: ReadonlySet<Failure['kind']> = new Set(['exchange-rejected', 'permission', 'bad-reply']);

/** What an account has beside its main wallet, as it answered last. */
interface OtherWallets {
  readonly answer: SubAccountHoldings;
  readonly asOfMs: number;
  /** its main wallet in the list at that time: once it differs, money moved */
  readonly main: string;
}

type Ask = (userId: string) => Promise<Result<SubAccountHoldings>>;
type JoinWallets = (listed: Collected<SubAccountHoldings>, ask: Ask) => Promise<Result<Collected<SubAccountHoldings>>>;

const mainOf = ({ balances }: SubAccountHoldings): string =>
  JSON.stringify(balances.map(({ currency, total }) => [currency, total]));

/** The main wallet of the list with the other wallets of the last answer, which have an age of their own. */
function joined(listed: SubAccountHoldings, { answer, asOfMs }: OtherWallets): SubAccountHoldings {
  if (!answer.isReadable || answer.isMainOnly === true) return answer;
  const { isMainOnly: _, ...account } = listed;
  const others = answer.balances.filter(({ wallet: name }) => name !== 'main');
  return { ...account, balances: [...account.balances, ...others], otherWalletsAsOfMs: asOfMs };
}

/**
 * The list of the exchange states main wallets alone; an endpoint beside it states all wallets of one account. Each look asks
 * it for {@link mostSingleReads} accounts: those never asked first, then those whose main wallet changed, then the oldest, so
 * that all are asked in turn. Answers are kept: what one look counted and the next did not would seem to be a movement.
 */
export function createWalletRotation(nowMs: () => number): JoinWallets {
  const known = new Map<string, OtherWallets>();
  /** when each account was asked last, refused or not */
  const askedAtMs = new Map<string, number>();
  let turn = 0;
  const rankOf = (account: SubAccountHoldings): number => {
    const last = askedAtMs.get(account.userId);
    if (last === undefined) return -1;
    const stored = known.get(account.userId);
    return stored !== undefined && stored.main !== mainOf(account) ? 0 : last;
  };
  return async (listed, ask) => {
    const readable = listed.items.filter(each => each.isReadable);
    if (readable.length === 0 || !readable.every(each => each.isMainOnly === true)) return succeed(listed);
    const next = readable.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, mostSingleReads);
    for (const account of next) {
      const answer = await ask(account.userId);
      turn += 1;
      if (answer.ok) known.set(account.userId, { answer: answer.value, asOfMs: nowMs(), main: mainOf(account) });
      // another kind of exchange has no such endpoint
      else if (answer.error.kind === 'not-found') return succeed(listed);
      // the others keep what they answered last, and its age says so
      else if (!rejections.has(answer.error.kind)) break;
      askedAtMs.set(account.userId, turn);
    }
    forgetOthers(new Set(readable.map(({ userId }) => userId)), [known, askedAtMs]);
    const items = listed.items.map(each => {
      const stored = each.isReadable ? known.get(each.userId) : undefined;
      return stored === undefined ? each : joined(each, stored);
    });
    return succeed({ ...listed, items });
  };
}

function forgetOthers(listed: ReadonlySet<string>, maps: readonly Map<string, unknown>[]): void {
  for (const map of maps) for (const userId of map.keys()) if (!listed.has(userId)) map.delete(userId);
}
