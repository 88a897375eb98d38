import type { HealthReport } from '#shared/domain/health.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import type { ReadCosts } from '#shared/domain/link.ts';
import { type ReadName, readPolicyOf } from '#bridge/polling.ts';
import type { Planned } from '../model/panel-costs.ts';

interface Plan {
  readonly reads: readonly ReadName[];
  readonly lists: readonly AccountListName[];
}

/** What each panel asks for when it is opened, rows and the book left aside. A test of the window holds it to what the panels really do. */
export const panelPlans: Readonly<Record<string, Plan>> = {
  markets: { reads: ['contracts.list', 'symbols.list'], lists: [] },
  priceLadder: {
    reads: ['accounts.marketFee', 'policy.read', 'symbols.list'],
    lists: ['margin.orders', 'spot.orders', 'spot.stops'],
  },
  chart: { reads: ['candles.history'], lists: [] },
  chart2: { reads: ['candles.history'], lists: [] },
  depth: { reads: ['symbols.list'], lists: [] },
  trades: { reads: ['trades.recent'], lists: [] },
  positions: { reads: [], lists: ['balances', 'futures.stops', 'positions'] },
  accounts: { reads: ['accounts.subAccounts', 'accounts.subHoldings'], lists: [] },
  active: { reads: ['symbols.list'], lists: ['futures.orders', 'margin.orders', 'spot.orders'] },
  stops: { reads: ['symbols.list'], lists: ['futures.stops', 'positions', 'spot.stops'] },
  ladders: { reads: ['orders.done'], lists: ['futures.orders', 'margin.orders', 'spot.orders'] },
  fills: { reads: ['symbols.list'], lists: ['futures.fills', 'margin.fills', 'spot.fills'] },
  done: { reads: ['orders.done', 'symbols.list'], lists: [] },
  margin: { reads: ['margin.config', 'margin.isolatedSymbols'], lists: ['margin.accounts'] },
  withdrawals: { reads: ['currencies.list', 'withdrawals.list'], lists: [] },
  balances: { reads: [], lists: ['balances'] },
  risk: {
    reads: ['contracts.list', 'margin.config', 'margin.isolatedSymbols', 'symbols.list'],
    lists: ['balances', 'futures.stops', 'margin.accounts', 'positions', 'spot.stops'],
  },
  oversight: {
    reads: ['accounts.subAccounts', 'accounts.subFutures', 'accounts.subHoldings', 'contracts.list'],
    lists: [],
  },
};

/** What a panel would ask for, as often as it is asked for while no feed pushes it: rows may ask for more. */
export function plannedOf(panel: string, costs: ReadCosts, lists: HealthReport['lists']): readonly Planned[] {
  const plan = Object.hasOwn(panelPlans, panel) ? panelPlans[panel] : undefined;
  if (plan === undefined) return [];
  const reads = plan.reads.flatMap((name): Planned[] => {
    const cost = costs[name]?.spot;
    return cost === undefined ? [] : [{ kind: 'read', name, cost, intervalMs: readPolicyOf(name).intervalMs }];
  });
  const told = plan.lists.flatMap((name): Planned[] => {
    const list = lists[name];
    return list === undefined ? [] : [{ kind: 'list', name, ...list }];
  });
  return [...reads, ...told];
}
