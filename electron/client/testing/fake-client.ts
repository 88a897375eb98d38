import { fail, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';

export interface FakeClientOptions {
  readonly connect?: ExchangeClient['connect'];
  readonly onLink?: ExchangeClient['onLink'];
  readonly close?: ExchangeClient['close'];
  readonly prepareSpot?: ExchangeClient['prepareSpot'];
  readonly reference?: Partial<ExchangeClient['reference']>;
  readonly spot?: Partial<ExchangeClient['spot']>;
  readonly stops?: Partial<ExchangeClient['stops']>;
  readonly futures?: Partial<ExchangeClient['futures']>;
  readonly accounts?: Partial<ExchangeClient['accounts']>;
  readonly wallet?: Partial<ExchangeClient['wallet']>;
  readonly margin?: Partial<ExchangeClient['margin']>;
  readonly futuresBatches?: Partial<ExchangeClient['futuresBatches']>;
  readonly futuresAccount?: Partial<ExchangeClient['futuresAccount']>;
  readonly spotClassic?: Partial<ExchangeClient['spotClassic']>;
  readonly spotHf?: Partial<ExchangeClient['spotHf']>;
  readonly oco?: Partial<ExchangeClient['oco']>;
  readonly pastPages?: Partial<ExchangeClient['pastPages']>;
  readonly market?: Partial<ExchangeClient['market']>;
  readonly feedAccess?: Partial<ExchangeClient['feedAccess']>;
  readonly orderAnswer?: ExchangeClient['orderAnswer'];
}

const none = () => Promise.resolve(fail('internal', 'this call is not faked'));

const reference: ExchangeClient['reference'] = {
  serverTime: none,
  symbols: none,
  book: none,
  contracts: none,
  contract: none,
  ticker: none,
  riskLimits: none,
  currency: none,
  currencies: none,
};

const spot: ExchangeClient['spot'] = {
  orders: none,
  allOrders: none,
  recentFills: none,
  allRecentFills: none,
  pastFills: none,
  order: none,
  orderByClientOid: none,
  place: none,
  placeBatch: none,
  placeBatchSync: none,
  cancel: none,
  cancelByClientOid: none,
};

const stops: ExchangeClient['stops'] = {
  list: none,
  all: none,
  ofAllTypes: none,
  order: none,
  orderByClientOid: none,
  place: none,
  cancel: none,
  cancelByClientOid: none,
};

const futures: ExchangeClient['futures'] = {
  orders: none,
  allOrders: none,
  recentDoneOrders: none,
  recentFills: none,
  fills: none,
  stops: none,
  allStops: none,
  order: none,
  orderByClientOid: none,
  place: none,
  cancel: none,
  cancelByClientOid: none,
  positions: none,
  depositMargin: none,
  overview: none,
  overviews: none,
};

const accounts: ExchangeClient['accounts'] = {
  balances: none,
  subAccounts: none,
  allSubAccounts: none,
  subHoldings: none,
  allSubHoldings: none,
  tradeFees: none,
  hfOpened: none,
  baseFee: none,
  apiKey: none,
};

const wallet: ExchangeClient['wallet'] = {
  oldWithdrawals: none,
  withdrawals: none,
  allWithdrawals: none,
  transferable: none,
  transfer: none,
  deposits: none,
  allDeposits: none,
  ledger: none,
  allLedger: none,
  hfLedger: none,
  allHfLedger: none,
  marginLedger: none,
};

const margin: ExchangeClient['margin'] = {
  activeOrders: none,
  activeSymbols: none,
  doneOrders: none,
  allDoneOrders: none,
  fills: none,
  allFills: none,
  fillsOfOrder: none,
  order: none,
  orderByClientOid: none,
  place: none,
  placeTest: none,
  cancel: none,
  cancelByClientOid: none,
  cancelAll: none,
  crossAccount: none,
  isolatedAccounts: none,
  symbols: none,
  isolatedSymbols: none,
  config: none,
  borrow: none,
  repay: none,
  loans: none,
  allLoans: none,
  interest: none,
  allInterest: none,
  borrowRates: none,
  setLeverage: none,
};

const futuresBatches: ExchangeClient['futuresBatches'] = {
  placeTest: none,
  placeTakeProfit: none,
  placeBatch: none,
  cancelMany: none,
  cancelAll: none,
  cancelAllStops: none,
};

const futuresAccount: ExchangeClient['futuresAccount'] = {
  marginMode: none,
  setMarginMode: none,
  setMarginModes: none,
  crossLeverage: none,
  setCrossLeverage: none,
  // the mode of an account that never switched it
  positionMode: () => Promise.resolve(succeed('one-way')),
  setPositionMode: none,
  maxWithdrawMargin: none,
  withdrawMargin: none,
  maxOpenSize: none,
  openOrderStatistics: none,
  setRiskLimitLevel: none,
  tradeFee: none,
  currentFunding: none,
  fundingRates: none,
  fundingHistory: none,
  closedPositions: none,
  allClosedPositions: none,
  ledger: none,
  newestLedger: none,
};

const spotHf: ExchangeClient['spotHf'] = {
  activeOrders: none,
  activePage: none,
  allActive: none,
  activeSymbols: none,
  tradedSymbols: none,
  doneOrders: none,
  allDoneOrders: none,
  fills: none,
  allFills: none,
  fillsOfOrder: none,
  placeTest: none,
  placeSync: none,
  alter: none,
  cancelSync: none,
  cancelSyncByClientOid: none,
  cancelPart: none,
  cancelPair: none,
  cancelAll: none,
  setDeadCancel: none,
  deadCancel: none,
};

const spotClassic: ExchangeClient['spotClassic'] = {
  order: none,
  orderByClientOid: none,
  place: none,
  placeBatch: none,
  cancel: none,
  cancelByClientOid: none,
  cancelAll: none,
};

const oco: ExchangeClient['oco'] = {
  place: none,
  cancel: none,
  cancelByClientOid: none,
  cancelMany: none,
  order: none,
  orderByClientOid: none,
  details: none,
  orders: none,
  allOrders: none,
};

const pastPages: ExchangeClient['pastPages'] = {
  accountLedger: none,
  hfLedger: none,
  marginLedger: none,
  recentSpotFills: none,
  spotFills: none,
  hfFills: none,
  marginFills: none,
  futuresFills: none,
  funding: none,
  futuresLedger: none,
  closedPositions: none,
  crossInterest: none,
  isolatedInterest: none,
  deposits: none,
  withdrawals: none,
  spotOrders: none,
  hfActiveOrders: none,
  hfDoneOrders: none,
  futuresOrders: none,
  spotStops: none,
  spotStopState: none,
  futuresStops: none,
  futuresStopState: none,
  loans: none,
  candles: none,
  spotFeeRates: none,
  futuresFeeRates: none,
};

const market: ExchangeClient['market'] = {
  spotBook: none,
  futuresBook: none,
  daySummaries: none,
  candles: none,
  trades: none,
};

/** The list of fills is whole, unless a test says otherwise. */
function withAllRecentFills({ recentFills }: Partial<ExchangeClient['spot']> = {}): Partial<ExchangeClient['spot']> {
  if (recentFills === undefined) return {};
  return {
    async allRecentFills(input, options) {
      const read = await recentFills(input, options);
      return read.ok ? succeed({ items: read.value, isComplete: read.value.length < 1000 }) : read;
    },
  };
}

/** A client for tests in which nothing is there: each call answers `internal` until a test puts its own in place. */
export function createFakeClient(parts: FakeClientOptions = {}): ExchangeClient {
  const clock = { offsetMs: null, measuredAtMs: null, uncertaintyMs: null };
  return {
    connect: parts.connect ?? none,
    health: () => [],
    link: () => ({ hosts: [], clock, pools: [] }),
    onLink: parts.onLink ?? (() => () => {}),
    noteSpotPairs: () => {},
    prepareSpot: parts.prepareSpot ?? (() => {}),
    close: parts.close ?? (() => {}),
    reference: { ...reference, ...parts.reference },
    spot: { ...spot, ...withAllRecentFills(parts.spot), ...parts.spot },
    // one list replaces that of every kind of account, unless a test distinguishes them
    stops: { ...stops, ...(parts.stops?.all === undefined ? {} : { ofAllTypes: parts.stops.all }), ...parts.stops },
    futures: { ...futures, ...parts.futures },
    accounts: { ...accounts, ...parts.accounts },
    wallet: { ...wallet, ...parts.wallet },
    margin: { ...margin, ...parts.margin },
    futuresBatches: { ...futuresBatches, ...parts.futuresBatches },
    futuresAccount: { ...futuresAccount, ...parts.futuresAccount },
    spotClassic: { ...spotClassic, ...parts.spotClassic },
    spotHf: { ...spotHf, ...parts.spotHf },
    oco: { ...oco, ...parts.oco },
    pastPages: { ...pastPages, ...parts.pastPages },
    market: { ...market, ...parts.market },
    feedAccess: { open: none, ...parts.feedAccess },
    orderAnswer: parts.orderAnswer ?? none,
  };
}
