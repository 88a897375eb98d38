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

interface OtherWallets {
  readonly tradeAccounts?: unknown;
  readonly marginAccounts?: unknown;
  readonly tradeHFAccounts?: unknown;
}

function isMainOnly({ tradeAccounts, marginAccounts, tradeHFAccounts }: OtherWallets): boolean {
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
export const mostAskedAlone = 10;

/** It is about this account alone, and will be the same at the next look. */
const refusals: ReadonlySet<Failure['kind']> = new Set(['exchange-rejected', 'permission', 'bad-reply']);

/**
 * The list of the document tells main wallets alone; an endpoint beside it tells all wallets of one account. So the first
 * accounts of such a list are asked one by one, always the same ones: what one look counted and the next did not would
 * seem to be a movement. Those that were not asked stay marked.
 */
export async function withOtherWallets(
  listed: Collected<SubAccountHoldings>,
  ask: (userId: string) => Promise<Result<SubAccountHoldings>>,
): Promise<Result<Collected<SubAccountHoldings>>> {
  const readable = listed.items.filter(each => each.isReadable);
  if (readable.length === 0 || !readable.every(each => each.isMainOnly === true)) return succeed(listed);
  const told = new Map<string, SubAccountHoldings>();
  for (const { userId } of readable.slice(0, mostAskedAlone)) {
    const answer = await ask(userId);
    if (answer.ok) told.set(userId, answer.value);
    // another kind of exchange has no such endpoint
    else if (answer.error.kind === 'not-found') return succeed(listed);
    else if (!refusals.has(answer.error.kind)) return answer;
  }
  return succeed({ ...listed, items: listed.items.map(each => told.get(each.userId) ?? each) });
}
