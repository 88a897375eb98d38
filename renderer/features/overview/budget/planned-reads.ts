import type { HealthReport } from '#shared/domain/health.ts';
import type { AccountListName } from '#shared/domain/account/list-name.ts';
import type { ReadCosts } from '#shared/domain/link.ts';
import type { Watch } from '#shared/domain/view/watch.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { type ReadName, readPolicyOf } from '#bridge/polling.ts';
import { largeBookMs } from '#bridge/reads/pace.ts';
import type { Planned } from '../model/panel-costs.ts';

/** What a panel may watch beside lists of the account: each is a feed, or several. */
export type WatchedFeed = Exclude<Watch['kind'], 'account'>;

interface Plan {
  readonly reads: readonly ReadName[];
  readonly lists: readonly AccountListName[];
  readonly feeds: readonly WatchedFeed[];
}

/** The second book is the same panel; the first is drawn before the panels are there, and asks for the same. */
const book: Plan = {
  reads: ['book.read', 'symbols.list'],
  lists: ['margin.orders', 'spot.orders'],
  feeds: ['book'],
};

/** What each panel asks for when it is opened, rows and the book left aside. A test of the window holds it to what the panels really do. */
export const panelPlans: Readonly<Record<string, Plan>> = {
  book,
  book2: book,
  markets: { reads: ['contracts.list', 'symbols.list'], lists: [], feeds: ['tickers'] },
  priceLadder: {
    reads: ['accounts.marketFee', 'policy.read', 'symbols.list'],
    lists: ['margin.orders', 'spot.orders', 'spot.stops'],
    feeds: ['book', 'trades'],
  },
  chart: { reads: ['candles.history'], lists: [], feeds: ['candles'] },
  chart2: { reads: ['candles.history'], lists: [], feeds: ['candles'] },
  depth: { reads: ['book.read', 'symbols.list'], lists: [], feeds: ['book'] },
  trades: { reads: ['trades.recent'], lists: [], feeds: ['trades'] },
  positions: { reads: ['contracts.list'], lists: ['balances', 'futures.stops', 'positions'], feeds: [] },
  accounts: { reads: ['accounts.subAccounts', 'accounts.subHoldings'], lists: [], feeds: [] },
  active: { reads: ['symbols.list'], lists: ['futures.orders', 'margin.orders', 'spot.orders'], feeds: [] },
  stops: { reads: ['symbols.list'], lists: ['futures.stops', 'positions', 'spot.stops'], feeds: [] },
  ladders: { reads: ['orders.done'], lists: ['futures.orders', 'margin.orders', 'spot.orders'], feeds: [] },
  fills: { reads: ['symbols.list'], lists: ['futures.fills', 'margin.fills', 'spot.fills'], feeds: [] },
  done: { reads: ['orders.done', 'symbols.list'], lists: [], feeds: [] },
  margin: { reads: ['margin.config', 'margin.isolatedSymbols'], lists: ['margin.accounts'], feeds: ['tickers'] },
  withdrawals: { reads: ['currencies.list', 'withdrawals.list'], lists: [], feeds: [] },
  balances: { reads: [], lists: ['balances'], feeds: ['tickers'] },
  risk: {
    reads: ['contracts.list', 'margin.config', 'margin.isolatedSymbols', 'symbols.list'],
    lists: ['balances', 'futures.stops', 'margin.accounts', 'positions', 'spot.stops'],
    feeds: ['tickers'],
  },
  // main answers it by itself
  archive: { reads: [], lists: [], feeds: [] },
  explore: { reads: [], lists: [], feeds: [] },
  portfolio: { reads: [], lists: [], feeds: [] },
  moments: { reads: [], lists: [], feeds: [] },
  oversight: {
    reads: ['accounts.subAccounts', 'accounts.subFutures', 'accounts.subHoldings', 'contracts.list'],
    lists: [],
    feeds: ['tickers'],
  },
};

/** Of one market: the second panel of a kind is opened for another one, which is not requested yet. */
const ofMarket: ReadonlySet<ReadName> = new Set<ReadName>(['book.read', 'candles.history', 'trades.recent']);
const secondPanels: ReadonlySet<string> = new Set(['book2', 'chart2']);

/** Whether a panel shows one market, and costs otherwise on contracts than on spot. */
export function isByVenue(panel: string): boolean {
  return oneMarket.has(panel);
}

const oneMarket: ReadonlySet<string> = new Set(['book', 'book2', 'chart', 'chart2', 'trades', 'depth', 'priceLadder']);

const futuresBook: Plan = {
  reads: ['book.read', 'contracts.list', 'symbols.list'],
  lists: ['futures.orders'],
  feeds: ['book'],
};

/** Panels of one market that ask for other things where it is a contract. */
const futuresPlans: Readonly<Record<string, Plan>> = {
  book: futuresBook,
  book2: futuresBook,
  depth: { reads: ['book.read', 'contracts.list', 'symbols.list'], lists: [], feeds: ['book'] },
  priceLadder: {
    reads: [
      'accounts.marketFee',
      'contracts.list',
      'contracts.read',
      'contracts.riskLevels',
      'contracts.settings',
      'policy.read',
      'positions.mode',
      'symbols.list',
    ],
    lists: ['futures.orders', 'futures.stops', 'positions'],
    feeds: ['book', 'trades'],
  },
};

/** What a panel asks for, of a market of this venue where it shows one; null: it is not known. */
export function planOf(panel: string, venue: Venue): Plan | null {
  const plans = venue === 'futures' && Object.hasOwn(futuresPlans, panel) ? futuresPlans : panelPlans;
  return Object.hasOwn(plans, panel) ? (plans[panel] ?? null) : null;
}

interface PlanningOptions {
  /** of the market that it would show */
  readonly venue: Venue;
  readonly costs: ReadCosts;
  readonly lists: HealthReport['lists'];
}

/** A book of futures comes whole, and is asked for half as often. */
function intervalOf(name: ReadName, venue: Venue): number | null {
  return name === 'book.read' && venue === 'futures' ? largeBookMs : readPolicyOf(name).intervalMs;
}

/** What a panel would ask for, as often as it is asked for while no feed pushes it: rows may ask for more. */
export function plannedOf(panel: string, { venue, costs, lists }: PlanningOptions): readonly Planned[] {
  const plan = planOf(panel, venue);
  if (plan === null) return [];
  const reads = plan.reads.flatMap((name): Planned[] => {
    const cost = costs[name]?.[isByVenue(panel) ? venue : 'spot'];
    const isOfOther = secondPanels.has(panel) && ofMarket.has(name);
    return cost === undefined ? [] : [{ kind: 'read', name, cost, intervalMs: intervalOf(name, venue), isOfOther }];
  });
  const listReads = plan.lists.flatMap((name): Planned[] => {
    const list = lists[name];
    return list === undefined ? [] : [{ kind: 'list', name, ...list, isOfOther: false }];
  });
  return [...reads, ...listReads];
}
