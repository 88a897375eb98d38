import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { must, visible } from './testing/must.ts';

/** What the timeline of an order shows is the body that came over the wire. */
describe.each(dialects)('lookup answer for one order, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  it('names the order on spot, for a stop and for a contract', async () => {
    const [onSpot] = must(await client.spot.allOrders({ status: 'active' }, visible)).items;
    const [stop] = must(await client.stops.ofAllTypes({ symbol: undefined }, visible)).items;
    const [onFutures] = must(await client.futures.allOrders({ status: 'active' }, visible)).items;
    const asked = [
      { row: onSpot, isStop: false },
      { row: stop, isStop: true },
      { row: onFutures, isStop: false },
    ];
    for (const { row, isStop } of asked) {
      if (row === undefined) throw new Error('the prepared account has one of each');
      const { venue, symbol, tradeType, id } = row;
      const answer = must(await client.orderAnswer({ venue, symbol, tradeType, orderId: id, isStop }, visible));
      expect(answer.httpStatus).toBe(200);
      expect(answer.text).toContain(`"id":"${id}"`);
      expect(JSON.parse(answer.text)).toMatchObject({ code: '200000', data: { id, symbol } });
    }
  });

  it('contains the message of the exchange for an unknown order', async () => {
    const unknown = { venue: 'spot', symbol: 'BTC-USDT', tradeType: 'spot', isStop: false } as const;
    const answer = must(await client.orderAnswer({ ...unknown, orderId: '5c35c02703aa673ceec2a168' }, visible));
    expect(answer.text).toMatch(/exist/iu);
  });
});
