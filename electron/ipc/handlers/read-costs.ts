import type { CallOfKind } from '#shared/contract.ts';
import type { ReadCost, ReadCosts } from '#shared/domain/link.ts';
import { catalogue, type EndpointName } from '#client/catalogue.ts';
import { mostSingleReads } from '#client/endpoints/sub-accounts/holdings.ts';

function costOf(endpoint: EndpointName): ReadCost {
  const { pool, weight } = catalogue[endpoint];
  return { pool, weight };
}

/** A read whose answer comes from one endpoint, or from one at each venue. */
function from(spot: EndpointName, futures: EndpointName = spot): ReadCosts[string] {
  return { spot: costOf(spot), futures: costOf(futures) };
}

/**
 * Rows of both spot families, of an account that trades one pair: the classic list, the ledger that names the pair (a
 * batch, and the one that ends it), and the high-frequency list of the pair. Each further pair adds one more list.
 * docs/exchange/endpoints.md §3.10.
 */
function fromFamilies(classic: EndpointName, highFrequency: EndpointName, futures: EndpointName): ReadCosts[string] {
  const { pool, weight } = costOf(classic);
  const added = 2 * costOf('wallet.hfLedger').weight + costOf(highFrequency).weight;
  return { spot: { pool, weight: weight + added }, futures: costOf(futures) };
}

/**
 * The list of all, and at most this many accounts beside it: which exchange states enough in the list is known later.
 */
function fromListAndEach(list: EndpointName, each: EndpointName, most: number): ReadCosts[string] {
  const { pool, weight } = costOf(list);
  const cost = { pool, weight: weight + most * costOf(each).weight };
  return { spot: cost, futures: cost };
}

/** Histories and what seldom changes: when a pool runs low these wait first, before data needed for actions. */
export const patientReads: ReadonlySet<ReadWithCost> = new Set<ReadWithCost>([
  'contracts.riskLevels',
  'contracts.funding',
  'accounts.marketFee',
  'accounts.subAccounts',
  'accounts.subHoldings',
  'accounts.subFutures',
  'accounts.baseFee',
  'currencies.list',
  'currencies.read',
  'deposits.list',
  'ledger.list',
  'withdrawals.list',
  'margin.doneOrders',
  'margin.loans',
  'margin.interest',
]);

/**
 * What a page of each read costs, or all that it asks where that is more than pages of one list; the reads that are not
 * here are answered without the exchange.
 */
export const readCosts = {
  // its rates; read again only when they are old
  'policy.read': from('spot.allTickers'),
  'symbols.list': from('spot.symbols'),
  'contracts.list': from('futures.contracts'),
  // as deep as the ladder asks that shows every level; grouped prices ask for more
  'book.read': from('spot.book20', 'futures.book'),
  'orders.done': fromFamilies('spot.orders', 'hf.doneOrders', 'futures.recentDoneOrders'),
  'orders.answer': from('spot.order', 'futures.order'),
  'orders.read': from('spot.order', 'futures.order'),
  'orders.fills': from('hf.fills', 'futures.fills'),
  'contracts.read': from('futures.contract'),
  'contracts.riskLevels': from('futures.riskLimits'),
  'contracts.funding': from('futures.currentFunding'),
  'contracts.settings': from('futures.marginMode'),
  'positions.mode': from('futures.positionMode'),
  'positions.mostToWithdraw': from('futures.maxWithdrawMargin'),
  'accounts.marketFee': from('accounts.tradeFees', 'futures.tradeFee'),
  'accounts.subAccounts': from('accounts.subUsers'),
  // when the list has main wallets alone
  'accounts.subHoldings': fromListAndEach('accounts.subAccounts', 'accounts.subAccount', mostSingleReads),
  // in each currency that contracts settle in
  'accounts.subFutures': from('futures.overviews'),
  'accounts.baseFee': from('accounts.baseFee'),
  'trades.recent': from('spot.trades', 'futures.trades'),
  'candles.history': from('spot.candles', 'futures.candles'),
  'currencies.list': from('spot.currencies'),
  'currencies.read': from('spot.currency'),
  'deposits.list': from('wallet.deposits'),
  'ledger.list': from('wallet.ledger'),
  'transfers.transferable': from('wallet.transferable'),
  'withdrawals.list': from('wallet.withdrawals'),
  'margin.config': from('margin.config'),
  'margin.isolatedSymbols': from('margin.isolatedSymbols'),
  'margin.borrowRate': from('margin.borrowRates'),
  'margin.crossAccount': from('margin.crossAccount'),
  'margin.isolatedAccounts': from('margin.isolatedAccounts'),
  'margin.orders': from('margin.activeOrders'),
  'margin.doneOrders': from('margin.doneOrders'),
  'margin.fills': from('margin.fills'),
  'margin.loans': from('margin.borrows'),
  'margin.interest': from('margin.interest'),
} as const satisfies Readonly<Record<CallOfKind<'read'>, ReadCosts[string]>>;

type ReadWithCost = keyof typeof readCosts;
