import type { Decimal } from '../../decimal.ts';
import type { LedgerMovement, ValueMovement } from '../waterfall/value-movement.ts';
import { splitLedgerRow } from '../waterfall/value-movement.ts';
import type { SpanEnd } from '../waterfall/waterfall.ts';
import { buildPrices } from './pool-rows.ts';

/** For tests: a deposit of 100 USDT, in a minute. */
export function buildMovement(minute: number, overrides: Partial<LedgerMovement> = {}): LedgerMovement {
  return {
    account: 'main',
    atMs: minute * 60_000,
    stream: 'ledger',
    id: String(minute),
    coin: 'USDT',
    amount: '100',
    fee: '0',
    part: 'in',
    tradeId: null,
    bizType: 'DEPOSIT',
    ...overrides,
  };
}

/** For tests: what is held in a minute, without contracts. */
export function buildEnd(minute: number, quantities: Readonly<Record<string, Decimal>>): SpanEnd {
  return { atMs: minute * 60_000, quantities: new Map(Object.entries(quantities)), unrealised: new Map() };
}

/** For tests: the market of example J. */
export const pricesOfJ = buildPrices({ BTC: { 0: '60000', 2: '61990', 3: '63000', 4: '64000' } });

/** For tests: the ledger of example J, its trade with the fee inside the amount. */
export const movementsOfJ: readonly ValueMovement[] = [
  buildMovement(1, { amount: '5000' }),
  buildMovement(2, { amount: '-6206.2', fee: '6.2', part: 'trades', tradeId: '7', bizType: 'TRADE_EXCHANGE' }),
  buildMovement(2, { id: '2b', coin: 'BTC', amount: '0.1', part: 'trades', tradeId: '7', bizType: 'TRADE_EXCHANGE' }),
  buildMovement(3, { coin: 'BTC', amount: '-0.2005', fee: '0.0005', part: 'out', bizType: 'WITHDRAW' }),
].flatMap(splitLedgerRow);

/** For tests: what is held at both ends of example J. */
export const endsOfJ = {
  start: buildEnd(0, { USDT: '10000', BTC: '1' }),
  end: buildEnd(4, { USDT: '8793.8', BTC: '0.8995' }),
} as const;
