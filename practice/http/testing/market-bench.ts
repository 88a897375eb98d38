import { createDirectory } from '#practice/accounts/directory.ts';
import { createLedger } from '#practice/accounts/ledger.ts';
import { createDrivenClock, type DrivenClock } from '#practice/clock.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import { createFuturesVenue } from '#practice/futures/venue.ts';
import { createMarketHistory } from '#practice/history/market-history.ts';
import { createIdentifiers } from '#practice/identifiers.ts';
import type { Side } from '#practice/kernel.ts';
import { contracts } from '#practice/markets/listing/contracts.ts';
import { spotPairs } from '#practice/markets/listing/spot-pairs.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import { createSpotVenue } from '#practice/spot/venue.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { DialectName } from '../dialect.ts';
import { createPracticeServer, type PracticeServer } from '../server.ts';
import { type Reply, startMs, tickets } from './bench.ts';
import { signedHeaders } from './signer.ts';

/** Both venues with their real engines and candles behind the HTTP service; `alice` and `ben` have money. */
export interface MarketBench {
  readonly server: PracticeServer;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly clock: DrivenClock;
  get(target: string, how?: { readonly venue?: 'spot' | 'futures'; readonly isSigned?: boolean }): Promise<Reply>;
  /** alice rests an order of the other side at the price and ben takes it: one trade */
  trade(venue: 'spot' | 'futures', deal: Deal): void;
  /** a resting order of alice */
  rest(venue: 'spot' | 'futures', deal: Deal): void;
}

interface Deal {
  readonly symbol: string;
  /** of ben in a trade, of alice at rest */
  readonly side: Side;
  readonly price: Decimal;
  readonly size: Decimal;
}

const money = {
  trade: { BTC: '1000', USDT: '100000000', ETH: '1000' },
  futures: { USDT: '100000000', XBT: '1000' },
} as const;

export async function openMarketBench(dialect: DialectName): Promise<MarketBench> {
  const clock = createDrivenClock(startMs);
  const ledger = createLedger();
  const floor = { clock, identifiers: createIdentifiers(1, clock), ledger, feeAccountId: 'fees' };
  const spot = createSpotVenue({ ...floor, pairs: spotPairs });
  const futures = createFuturesVenue({ ...floor, contracts, insuranceAccountId: 'insurance', isExempt: () => true });
  const history = createMarketHistory({ spot, futures, clock });
  const directory = createDirectory({ seed: 1, nowMs: startMs, ledger });
  for (const accountId of ['alice', 'ben']) {
    for (const [currency, amount] of Object.entries(money.trade)) {
      ledger.deposit({ accountId, wallet: 'trade', currency, amount });
    }
    for (const [currency, amount] of Object.entries(money.futures)) {
      ledger.deposit({ accountId, wallet: 'futures', currency, amount });
    }
  }
  const parts = { spot, futures, ledger, directory, history, tickets, clock, dialect };
  const server = await createPracticeServer({ ...parts, spotPort: 0, futuresPort: 0 });
  const [key] = directory.keys;
  const place = (venue: 'spot' | 'futures', accountId: string, { symbol, side, price, size }: Deal): void => {
    const order = { symbol, side, type: 'limit', price, size } as const;
    const placed =
      venue === 'spot' ? spot.place(accountId, order) : futures.place(accountId, { ...order, leverage: '1' });
    if (!placed.ok) throw new Error(`${accountId}: ${placed.message}`);
  };
  return {
    server,
    spot,
    futures,
    clock,
    async get(target, { venue = 'spot', isSigned = false } = {}) {
      const { headerPrefix: prefix } = server;
      const unsigned = { prefix, timestampMs: clock.nowMs(), method: 'GET', endpoint: target, body: '' };
      const headers = isSigned && key !== undefined ? signedHeaders(key, unsigned) : {};
      const base = venue === 'spot' ? server.spotUrl : server.futuresUrl;
      const response = await fetch(`${base}${target}`, { headers });
      const text = await response.text();
      const json: unknown = JSON.parse(text);
      return { status: response.status, text, headers: response.headers, json };
    },
    trade(venue, deal) {
      place(venue, 'alice', { ...deal, side: deal.side === 'buy' ? 'sell' : 'buy' });
      place(venue, 'ben', deal);
    },
    rest: (venue, deal) => place(venue, 'alice', deal),
  };
}
