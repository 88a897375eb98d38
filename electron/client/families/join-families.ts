import type { ExchangeClient } from '../client.ts';
import { createAccountKind } from './account-kind.ts';
import { createPairFinder } from './pair-finder.ts';
import { createHighFrequencyActs, createOrderActs, createPlacing } from './spot-acts.ts';
import { createSpotLists } from './spot-lists.ts';

/** Ids of orders that only the classic lists have; the oldest are forgotten. */
function createClassicOrders() {
  const ids = new Set<string>();
  return {
    add(orderId: string): void {
      ids.delete(orderId);
      ids.add(orderId);
      const [oldest] = ids;
      if (ids.size > mostClassicOrders && oldest !== undefined) ids.delete(oldest);
    },
    has: (orderId: string): boolean => ids.has(orderId),
  };
}

const mostClassicOrders = 2_000;

/**
 * A client whose spot calls are about the whole spot account: lists come from both endpoint families, orders are placed in
 * the family of the account, and one order is read and cancelled where it was placed. docs/exchange/endpoints.md §3.10.
 */
export function joinSpotFamilies(client: ExchangeClient, nowMs: () => number = Date.now): ExchangeClient {
  const kind = createAccountKind(client.accounts, nowMs);
  const finder = createPairFinder(client, kind, nowMs);
  const classicOrders = createClassicOrders();
  const acts = { client, kind, finder, isClassicOrder: classicOrders.has };
  return {
    ...client,
    noteSpotPairs: finder.note,
    spot: {
      ...client.spot,
      ...createSpotLists({ client, kind, finder, classicOnly: orderId => classicOrders.add(orderId), nowMs }),
      ...createOrderActs(acts),
      ...createPlacing(acts),
    },
    spotHf: createHighFrequencyActs(acts),
  };
}
