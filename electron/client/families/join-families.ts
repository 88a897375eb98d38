import { wait } from '#time/wait.ts';
import type { ExchangeClient } from '../client.ts';
import { type AccountKindOptions, createAccountKind } from './account-kind.ts';
import { createPairFinder } from './pair-finder.ts';
import { createHighFrequencyActions, createOrderActions, createPlacing } from './spot-actions.ts';
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
export function joinSpotFamilies(
  client: ExchangeClient,
  time: Partial<Pick<AccountKindOptions, 'nowMs' | 'wait'>> = {},
): ExchangeClient {
  const { nowMs = Date.now } = time;
  const kind = createAccountKind({ accounts: client.accounts, wait, ...time, nowMs });
  const finder = createPairFinder(client, kind, nowMs);
  const classicOrders = createClassicOrders();
  const actions = { client, kind, finder, isClassicOrder: classicOrders.has };
  return {
    ...client,
    noteSpotPairs: finder.note,
    // with the priority of the lists, which then share the request
    prepareSpot: () => void kind.read({ priority: 'visible' }),
    spot: {
      ...client.spot,
      ...createSpotLists({ client, kind, finder, classicOnly: orderId => classicOrders.add(orderId), nowMs }),
      ...createOrderActions(actions),
      ...createPlacing(actions),
    },
    spotHf: createHighFrequencyActions(actions),
  };
}
