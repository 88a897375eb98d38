import type { Decimal } from '#shared/decimal.ts';
import { createLedger } from '#practice/accounts/ledger.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { Clock, Identifiers, Outcome, Side } from '#practice/kernel/kernel.ts';
import type { FuturesVenueOptions } from '../state/state.ts';
import { createFuturesVenue } from '../venue/venue.ts';
import type { Contract, RiskLevel } from '../contract-types.ts';
import type { FuturesOrder, FuturesPlacement } from '../order-types.ts';
import type { FuturesVenue } from '../types.ts';

/** A small futures exchange for tests: three contracts, a clock that is moved by hand, ids that count. */

type Limits = readonly [first: Decimal, second: Decimal, third: Decimal];

function riskLevels([first, second, third]: Limits): readonly RiskLevel[] {
  return [
    {
      level: 1,
      minRiskLimit: '0',
      maxRiskLimit: first,
      maxLeverage: 100,
      initialMargin: '0.01',
      maintainMargin: '0.005',
    },
    {
      level: 2,
      minRiskLimit: first,
      maxRiskLimit: second,
      maxLeverage: 50,
      initialMargin: '0.02',
      maintainMargin: '0.01',
    },
    {
      level: 3,
      minRiskLimit: second,
      maxRiskLimit: third,
      maxLeverage: 10,
      initialMargin: '0.1',
      maintainMargin: '0.05',
    },
  ];
}

function contract(symbol: string, changes: Partial<Contract>): Contract {
  return {
    symbol,
    rootSymbol: 'USDT',
    type: 'FFWCSX',
    firstOpenDateMs: 0,
    expireDateMs: null,
    baseCurrency: 'XBT',
    quoteCurrency: 'USDT',
    settleCurrency: 'USDT',
    lotSize: '1',
    tickSize: '0.1',
    indexPriceTickSize: '0.01',
    multiplier: '0.001',
    isInverse: false,
    maxOrderQty: '100000',
    maxPrice: '1000000',
    makerFeeRate: '0.0002',
    takerFeeRate: '0.0006',
    maxLeverage: 100,
    riskLevels: riskLevels(['1000', '5000', '100000']),
    sourceExchanges: [],
    ...changes,
  };
}

export const linear: Contract = contract('XBTUSDTM', {});
export const ether: Contract = contract('ETHUSDTM', {
  baseCurrency: 'ETH',
  tickSize: '0.05',
  multiplier: '0.01',
});
export const inverse: Contract = contract('XBTUSDM', {
  rootSymbol: 'XBT',
  quoteCurrency: 'USD',
  settleCurrency: 'XBT',
  multiplier: '-1',
  isInverse: true,
  riskLevels: riskLevels(['0.1', '0.5', '10']),
});

interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** A clock that is stopped until it is moved, starting at 2026-01-01 00:00 UTC. */
function createManualClock(): ManualClock {
  let nowMs = Date.UTC(2026, 0, 1);
  let ns = 0n;
  return {
    nowMs: () => nowMs,
    nowNs: () => {
      ns += 1n;
      return BigInt(nowMs) * 1_000_000n + ns;
    },
    advance: ms => {
      nowMs += ms;
    },
  };
}

function createCounters(): Identifiers {
  let orders = 0;
  let trades = 0n;
  return {
    orderId: () => {
      orders += 1;
      return orders.toString(16).padStart(24, '0');
    },
    stopOrderId: () => {
      throw new Error('futures stops have ordinary ids');
    },
    tradeId: () => {
      trades += 1n;
      return trades;
    },
  };
}

export interface FuturesKit {
  readonly venue: FuturesVenue;
  readonly ledger: Ledger;
  readonly clock: ManualClock;
  /** places a limit order (market without price) of 10x leverage, in the margin mode it names; `changes` win */
  order(accountId: string, side: Side, changes: Partial<FuturesPlacement>): Outcome<FuturesOrder>;
  /** as `order`, and fails the test when it is refused */
  mustOrder(accountId: string, side: Side, changes: Partial<FuturesPlacement>): FuturesOrder;
  fund(accountId: string, amount: Decimal, currency?: string): void;
  available(accountId: string, currency?: string): Decimal;
}

/** The kit with an index of 50000 (XBT) and 2000 (ETH), and empty accounts. */
export function createFuturesKit(options: Partial<FuturesVenueOptions> = {}): FuturesKit {
  const ledger = createLedger();
  const clock = createManualClock();
  const venue = createFuturesVenue({
    contracts: [linear, ether, inverse],
    ledger,
    clock,
    identifiers: createCounters(),
    feeAccountId: 'fees',
    insuranceAccountId: 'insurance',
    ...options,
  });
  venue.setIndexPrice('XBTUSDTM', '50000');
  venue.setIndexPrice('XBTUSDM', '50000');
  venue.setIndexPrice('ETHUSDTM', '2000');
  const order: FuturesKit['order'] = (accountId, side, changes) => {
    const { symbol = 'XBTUSDTM', marginMode } = changes;
    if (marginMode !== undefined) venue.changeMarginMode(accountId, symbol, marginMode);
    return venue.place(accountId, {
      symbol,
      side,
      type: changes.price === undefined ? 'market' : 'limit',
      leverage: '10',
      size: '1',
      ...changes,
    });
  };
  return {
    venue,
    ledger,
    clock,
    order,
    mustOrder(accountId, side, changes) {
      const placed = order(accountId, side, changes);
      if (!placed.ok) throw new Error(`${accountId} ${side}: ${placed.reason} ${placed.message}`);
      return placed.value;
    },
    fund: (accountId, amount, currency = 'USDT') => ledger.deposit({ accountId, wallet: 'futures', currency, amount }),
    available: (accountId, currency = 'USDT') => ledger.balance(accountId, 'futures', currency).available,
  };
}
