import type { Decimal } from '#shared/decimal.ts';
import type { DrivenClock } from '#practice/kernel/clock.ts';
import type { FuturesVenue } from '#practice/futures/types.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import type { SpotVenue } from '#practice/spot/types.ts';
import type { DialectName } from '../endpoint/dialect.ts';
import { createPracticeServer, type PracticeServer } from '../server.ts';
import { createEngines } from './engines.ts';
import { type TestReply, tokens } from './fake-exchange.ts';
import { signedHeaders } from './signer.ts';

/** Both venues with their real engines and candles behind the HTTP service; `alice` and `ben` have money. */
export interface MarketExchange {
  readonly server: PracticeServer;
  readonly spot: SpotVenue;
  readonly futures: FuturesVenue;
  readonly clock: DrivenClock;
  get(target: string, how?: { readonly venue?: 'spot' | 'futures'; readonly isSigned?: boolean }): Promise<TestReply>;
  /** alice rests an order of the other side at the price and ben takes it: one trade */
  trade(venue: 'spot' | 'futures', deal: TradeOptions): void;
  /** a resting order of alice */
  rest(venue: 'spot' | 'futures', deal: TradeOptions): void;
}

interface TradeOptions {
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

export async function openMarketExchange(dialect: DialectName): Promise<MarketExchange> {
  const engines = createEngines(() => true);
  const { spot, futures, clock, directory } = engines;
  for (const accountId of ['alice', 'ben']) {
    engines.give(accountId, 'trade', money.trade);
    engines.give(accountId, 'futures', money.futures);
  }
  const server = await createPracticeServer({ ...engines, tokens, dialect, spotPort: 0, futuresPort: 0 });
  const [key] = directory.keys;
  const place = (venue: 'spot' | 'futures', accountId: string, { symbol, side, price, size }: TradeOptions): void => {
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
