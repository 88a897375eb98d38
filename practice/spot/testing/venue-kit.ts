import type { Decimal } from '#shared/decimal.ts';
import { createLedger } from '#practice/accounts/ledger.ts';
import type { Ledger } from '#practice/accounts/types.ts';
import type { SpotVenueOptions } from '../state/state.ts';
import type { SpotEvent, SpotPair, SpotPlacement, SpotVenue } from '../types.ts';
import { createSpotVenue } from '../venue/venue.ts';

/** A pair with round numbers; tests change what they are about. */
export const btcUsdt: SpotPair = {
  symbol: 'BTC-USDT',
  baseCurrency: 'BTC',
  quoteCurrency: 'USDT',
  feeCurrency: 'USDT',
  priceIncrement: '0.1',
  baseIncrement: '0.001',
  quoteIncrement: '0.0001',
  baseMinSize: '0.001',
  baseMaxSize: '1000',
  quoteMinSize: '0.1',
  quoteMaxSize: '1000000',
  minFunds: '0.1',
  priceLimitRate: '0.1',
  isMarginEnabled: true,
  market: 'USDS',
  feeCategory: 1,
  makerFeeRate: '0.001',
  takerFeeRate: '0.002',
};

export interface SpotKit {
  readonly venue: SpotVenue;
  readonly ledger: Ledger;
  readonly events: SpotEvent[];
  /** moves the clock, which is otherwise stopped in milliseconds */
  advance(ms: number): void;
  nowMs(): number;
  /** available and held of the trade wallet */
  money(accountId: string, currency: string): readonly [available: Decimal, held: Decimal];
}

/** A venue with a hand-driven clock, counted ids, a fresh ledger, and accounts with money in their trade wallets. */
export function createSpotKit(
  change: Partial<SpotVenueOptions> = {},
  funds: readonly (readonly [accountId: string, currency: string, amount: Decimal])[] = [],
): SpotKit {
  let nowMs = 1_700_000_000_000;
  let ticks = 0n;
  let ids = 0;
  const ledger = createLedger();
  for (const [accountId, currency, amount] of funds) {
    ledger.deposit({ accountId, wallet: 'trade', currency, amount });
  }
  const venue = createSpotVenue({
    pairs: [btcUsdt],
    ledger,
    clock: {
      nowMs: () => nowMs,
      nowNs: () => {
        ticks += 1n;
        return BigInt(nowMs) * 1_000_000n + ticks;
      },
    },
    identifiers: {
      orderId: () => `o${++ids}`,
      stopOrderId: () => `vs${++ids}`,
      tradeId: () => 2n ** 53n + BigInt(++ids),
    },
    feeAccountId: 'exchange',
    ...change,
  });
  const events: SpotEvent[] = [];
  venue.onEvent(event => events.push(event));
  return {
    venue,
    ledger,
    events,
    advance: ms => {
      nowMs += ms;
    },
    nowMs: () => nowMs,
    money: (accountId, currency) => {
      const { available, held } = ledger.balance(accountId, 'trade', currency);
      return [available, held];
    },
  };
}

export function limit(side: 'buy' | 'sell', price: Decimal, size: Decimal): SpotPlacement {
  return { symbol: 'BTC-USDT', type: 'limit', side, price, size };
}
