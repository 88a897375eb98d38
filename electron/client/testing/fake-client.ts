import { fail } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';

export interface FakeClientOptions {
  readonly connect?: ExchangeClient['connect'];
  readonly onLink?: ExchangeClient['onLink'];
  readonly close?: ExchangeClient['close'];
  readonly reference?: Partial<ExchangeClient['reference']>;
  readonly spot?: Partial<ExchangeClient['spot']>;
  readonly stops?: Partial<ExchangeClient['stops']>;
  readonly futures?: Partial<ExchangeClient['futures']>;
  readonly accounts?: Partial<ExchangeClient['accounts']>;
  readonly market?: Partial<ExchangeClient['market']>;
  readonly feedAccess?: Partial<ExchangeClient['feedAccess']>;
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
};

const spot: ExchangeClient['spot'] = {
  orders: none,
  allOrders: none,
  recentFills: none,
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
};

const accounts: ExchangeClient['accounts'] = {
  balances: none,
  subAccounts: none,
  allSubAccounts: none,
  subHoldings: none,
  allSubHoldings: none,
  baseFee: none,
  apiKey: none,
};

const market: ExchangeClient['market'] = {
  spotBook: none,
  futuresBook: none,
  daySummaries: none,
  candles: none,
  trades: none,
};

/** A client for tests in which nothing is there: each call answers `internal` until a test puts its own in place. */
export function createFakeClient(parts: FakeClientOptions = {}): ExchangeClient {
  const clock = { offsetMs: null, measuredAtMs: null, uncertaintyMs: null };
  return {
    connect: parts.connect ?? none,
    link: () => ({ hosts: [], clock, pools: [] }),
    onLink: parts.onLink ?? (() => () => {}),
    close: parts.close ?? (() => {}),
    reference: { ...reference, ...parts.reference },
    spot: { ...spot, ...parts.spot },
    stops: { ...stops, ...parts.stops },
    futures: { ...futures, ...parts.futures },
    accounts: { ...accounts, ...parts.accounts },
    market: { ...market, ...parts.market },
    feedAccess: { open: none, ...parts.feedAccess },
  };
}
