import { spotFamilyOf } from '#practice/accounts/owners.ts';
import type { Movements } from '#practice/accounts/movements/movements.ts';
import type { SpotFamily } from '#practice/accounts/types.ts';
import { refuse } from '#practice/kernel/kernel.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import type { SignedCall } from '../endpoint/endpoint.ts';
import type { SignedRow } from '../endpoint/row.ts';

/** An endpoint family of spot orders: docs/exchange/endpoints.md §3.10. */
type Family = Exclude<SpotFamily, 'both'>;

/** The family whose lists have the spot orders of the caller's account. */
export function familyOf(call: SignedCall): SpotFamily {
  return spotFamilyOf(call.exchange.directory, call.accountId);
}

/**
 * The endpoints of a family. For an account of the other family they have no spot order, no fill and no money;
 * orders on margin are the same in both.
 */
export function inFamily(family: Family, rows: readonly SignedRow[]): readonly SignedRow[] {
  return rows.map(([method, path, pool, weight, permission, envelope, handle]) => [
    method,
    path,
    pool,
    weight,
    permission,
    envelope,
    forFamily(family, handle),
  ]);
}

/** The handler under its own name, by which docs/exchange/coverage.md has it. */
function forFamily(family: Family, handle: SignedRow[6]): SignedRow[6] {
  const named: SignedRow[6] = call => handle(isOfOtherFamily(call, family) ? withoutOrders(call) : call);
  return Object.defineProperty(named, 'name', { value: handle.name });
}

function isOfOtherFamily(call: SignedCall, family: Family): boolean {
  const own = familyOf(call);
  return own !== 'both' && own !== family;
}

function withoutOrders(call: SignedCall): SignedCall {
  const { spot, movements } = call.exchange;
  return {
    ...call,
    exchange: { ...call.exchange, spot: withoutSpotOrders(spot), movements: withoutTradeWallet(movements) },
  };
}

function withoutTradeWallet(movements: Movements): Movements {
  return { list: (...asked) => movements.list(...asked).filter(({ wallet }) => wallet !== 'trade') };
}

/** A timed cancel reaches the orders of its own family only. */
function emptyAccount(accountId: string): string {
  return `${accountId} of the other family`;
}

function withoutSpotOrders(spot: SpotVenue): SpotVenue {
  return {
    ...spot,
    order: () => null,
    orderByClientOid: () => null,
    orders: (accountId, state, filter) =>
      spot
        .orders(accountId, state, filter)
        .filter(({ placement }) => placement.tradeType !== undefined && placement.tradeType !== 'TRADE'),
    fills: (accountId, sinceMs) => spot.fills(accountId, sinceMs).filter(({ tradeType }) => tradeType !== 'TRADE'),
    place(accountId, placement) {
      const tested = spot.test(accountId, placement);
      return tested.ok ? refuse('balance', 'Balance insufficient!') : tested;
    },
    setTimedCancel: (accountId, timed) => spot.setTimedCancel(emptyAccount(accountId), timed),
    timedCancel: accountId => spot.timedCancel(emptyAccount(accountId)),
  };
}
