import type { Ledger } from '#practice/accounts/types.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { DrivenClock } from '#practice/kernel/clock.ts';
import type { MarginVenue } from '#practice/margin/types.ts';
import type { SpotOrder, SpotPlacement, SpotTradeType, SpotVenue } from '#practice/spot/types.ts';
import type { DialectName } from '../endpoint/dialect.ts';
import { createPracticeServer, type PracticeServer } from '../server.ts';
import { createEngines, type Engines } from './engines.ts';
import { tokens } from './fake-exchange.ts';
import { signedHeaders } from './signer.ts';
import { member } from './unwrap.ts';

interface MarginRequest {
  readonly body?: unknown;
  /** label of the key; null: no signature */
  readonly as?: string | null;
}

/** The margin endpoints over the real engines: a market in BTC-USDT around 50000, a lender, a trader with 1000 USDT. */
export interface MarginExchange {
  readonly server: PracticeServer;
  readonly spot: SpotVenue;
  readonly margin: MarginVenue;
  readonly clock: DrivenClock;
  readonly traderId: string;
  readonly give: Engines['give'];
  readonly ledger: Ledger;
  /** `METHOD /path`, signed by the key of that label; the data of a success, the whole body of a failure */
  call(request: string, how?: MarginRequest): Promise<unknown>;
  /** the whole answer as text: its numbers may be too large for a double */
  text(request: string, how?: MarginRequest): Promise<string>;
  /** one trade of the maker with himself, at the price */
  tradeAt(price: Decimal): void;
  /** the resting order with these changes, of the trader */
  place(placement: Partial<SpotPlacement>): SpotOrder;
  /** an order of the trader as it is */
  placeAs(placement: SpotPlacement, tradeType: SpotTradeType): SpotOrder;
}

const maker = 'market-maker';

/** A buy below the market that rests, as the endpoint takes it. */
export const restingOrder = {
  clientOid: 'first',
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '49000',
  size: '0.01',
} as const;

export async function openMarginExchange(dialect: DialectName): Promise<MarginExchange> {
  const engines = createEngines(accountId => accountId === maker);
  const { spot, margin, clock, directory } = engines;
  const give: Engines['give'] = (accountId, wallet, money) => engines.give(accountId, wallet, money);
  const traderId = directory.master.accountId;
  give(maker, 'trade', { BTC: '1000', USDT: '100000000' });
  give('lender', 'main', { BTC: '1000', USDT: '100000000', ETH: '10000' });
  give(traderId, 'margin', { USDT: '1000' });
  const server = await createPracticeServer({ ...engines, tokens, dialect, spotPort: 0, futuresPort: 0 });
  const put = (accountId: string, placement: SpotPlacement): SpotOrder => {
    const placed = spot.place(accountId, placement);
    if (!placed.ok) throw new Error(placed.message);
    return placed.value;
  };
  const rest = (accountId: string, change: Partial<SpotPlacement>): SpotOrder =>
    put(accountId, { ...restingOrder, clientOid: `o${clock.nowNs()}`, ...change });
  const tradeAt = (price: Decimal): void => {
    rest(maker, { side: 'sell', price, size: '0.001' });
    rest(maker, { side: 'buy', price, size: '0.001' });
  };
  tradeAt('50000');
  rest(maker, { side: 'buy', price: '49990', size: '5' });
  rest(maker, { side: 'sell', price: '50010', size: '5' });
  margin.tick(clock.nowMs());
  const text: MarginExchange['text'] = async (request, { body, as = 'trader' } = {}) => {
    const [method = '', target = ''] = request.split(' ');
    const key = directory.keys.find(each => each.label === as);
    const sent = body === undefined ? '' : JSON.stringify(body);
    const unsigned = { prefix: server.headerPrefix, timestampMs: clock.nowMs(), method, endpoint: target, body: sent };
    const headers = {
      ...(key === undefined ? {} : signedHeaders(key, unsigned)),
      ...(sent === '' ? {} : { 'Content-Type': 'application/json' }),
    };
    const response = await fetch(`${server.spotUrl}${target}`, {
      method,
      headers,
      ...(sent === '' ? {} : { body: sent }),
    });
    return response.text();
  };
  return {
    server,
    spot,
    margin,
    clock,
    traderId,
    give,
    tradeAt,
    ledger: engines.ledger,
    text,
    place: change => rest(traderId, change),
    placeAs: (placement, tradeType) => put(traderId, { ...placement, tradeType }),
    async call(request, how) {
      const reply: unknown = JSON.parse(await text(request, how));
      return member(reply, 'code') === '200000' ? member(reply, 'data') : reply;
    },
  };
}
