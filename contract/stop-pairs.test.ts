import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import { exitLegs } from '#shared/domain/account/stop-order.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFakeLog } from '#client/feed/testing/fake-venue.ts';
import { exitPairs } from '#account/exit-pairs.ts';
import { createPairs } from '#account/pairs.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const symbol = 'BTC-USDT';

describe.each(dialects)('pairs of take profit and stop loss, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  it('both legs in the list get the id of their pair, and are cancelled together by it', async () => {
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
        action,
      ),
    );
    const pairs = createPairs(client, createFakeLog());
    const waiting = async () => must(await client.stops.all({ symbol }, visible)).items;
    const joined = await pairs.join(await waiting(), visible);
    expect(joined.filter(({ pairId }) => pairId === orderId).map(({ stop }) => stop)).toEqual(
      expect.arrayContaining(['entry', 'loss']),
    );
    const { orderIds } = must(await client.oco.cancel({ orderId }, action));
    expect(orderIds).toHaveLength(2);
    const left = await pairs.join(await waiting(), visible);
    expect(left.filter(({ pairId }) => pairId === orderId)).toEqual([]);
  });

  it('the two exits of one contract order are a pair, by their rows in the list', async () => {
    const contract = 'ETHUSDTM';
    const { tickSize } = must(await client.reference.contract({ symbol: contract }, visible));
    const { price } = must(await client.reference.ticker({ symbol: contract }, visible));
    const at = (share: '0.9' | '0.7' | '1.3') => roundToStep(multiply(price, share), tickSize ?? '1', 'floor');
    const { orderId } = must(
      await client.futuresBatches.placeTakeProfit(
        {
          clientOid: 'with-exits',
          symbol: contract,
          side: 'buy',
          type: 'limit',
          price: at('0.9'),
          size: '7',
          leverage: '3',
          marginMode: must(await client.futuresAccount.marginMode({ symbol: contract }, action)),
          stopPriceType: 'MP',
          triggerUpPrice: at('1.3'),
          triggerDownPrice: at('0.7'),
        },
        action,
      ),
    );
    const waiting = async () => {
      const { items } = must(await client.futures.allStops({ symbol: contract }, visible));
      return await exitPairs.join(items, visible);
    };
    const exits = (await waiting()).filter(({ size, side }) => size === '7' && side === 'sell');
    expect(exits.map(({ stop }) => stop).toSorted()).toEqual(['down', 'up']);
    const [pairId] = exits.map(each => each.pairId);
    expect(exits.map(each => each.pairId)).toEqual([pairId, pairId]);
    expect(exitLegs(pairId ?? '').toSorted()).toEqual(exits.map(({ id }) => id).toSorted());
    // the exchange knows no pair: each leg is cancelled by itself
    for (const leg of exitLegs(pairId ?? '')) must(await client.futures.cancel({ orderId: leg }, action));
    expect((await waiting()).filter(({ id }) => exitLegs(pairId ?? '').includes(id))).toEqual([]);
    must(await client.futures.cancel({ orderId }, action));
  });
});
