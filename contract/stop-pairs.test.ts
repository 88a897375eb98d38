import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFakeLog } from '#client/feed/testing/fake-venue.ts';
import { createPairs } from '#account/pairs.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { act, must, visible } from './testing/must.ts';

const symbol = 'BTC-USDT';

describe.each(dialects)('take profit and stop loss of spot as one thing, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  }, 60_000);
  afterAll(() => exchange.stop());

  it('both legs of the list get the id of their pair, and go together by it', async () => {
    const { bids } = must(await client.reference.book({ symbol, depth: 20 }, visible));
    const last = bids[0]?.[0] ?? '0';
    const at = (share: '0.5' | '1.5' | '0.49') => roundToStep(multiply(last, share), '1', 'floor');
    const { orderId } = must(
      await client.oco.place(
        {
          clientOid: 'pair-1',
          symbol,
          side: 'sell',
          size: '0.001',
          price: at('1.5'),
          stopPrice: at('0.5'),
          limitPrice: at('0.49'),
        },
        act,
      ),
    );
    const pairs = createPairs(client, createFakeLog());
    const waiting = async () => must(await client.stops.all({ symbol }, visible)).items;
    const joined = await pairs.join(await waiting(), visible);
    expect(joined.filter(({ pairId }) => pairId === orderId).map(({ stop }) => stop)).toEqual(
      expect.arrayContaining(['entry', 'loss']),
    );
    const { orderIds } = must(await client.oco.cancel({ orderId }, act));
    expect(orderIds).toHaveLength(2);
    const left = await pairs.join(await waiting(), visible);
    expect(left.filter(({ pairId }) => pairId === orderId)).toEqual([]);
  });
});
