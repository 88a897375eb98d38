import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multiply, roundToStep } from '#shared/decimal.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';
import { action, must, visible } from './testing/must.ts';

const symbol = 'BTC-USDT';

describe.each(dialects)('stops on margin, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    must(await client.connect());
  });
  afterAll(() => exchange.stop());

  /** half the price, where nothing fires */
  const farBelow = async () => {
    const { bids } = must(await client.reference.book({ symbol, depth: 20 }, visible));
    return roundToStep(multiply(bids[0]?.[0] ?? '0', '0.5'), '1', 'floor');
  };

  it.each(['cross', 'isolated'] as const)(
    'stops on margin on %s are placed, found by client id, listed and cancelled',
    async tradeType => {
      const stopPrice = await farBelow();
      const clientOid = `margin-stop-${tradeType}`;
      const stop = { clientOid, symbol, side: 'sell', type: 'market', stop: 'loss', stopPrice, size: '0.001' } as const;
      const { orderId } = must(await client.stops.place({ ...stop, tradeType, isAutoRepay: true }, action));
      const known = { id: orderId, clientOid, tradeType, side: 'sell', stop: 'loss', stopPrice, size: '0.001' };
      expect(must(await client.stops.orderByClientOid({ clientOid, symbol, tradeType }, action))).toMatchObject(known);
      const isListed = async () => {
        const all = must(await client.stops.ofAllTypes({ symbol }, visible)).items;
        const own = must(await client.stops.all({ symbol, tradeType }, visible)).items;
        const other = must(await client.stops.all({ symbol }, visible)).items;
        return [all, own, other].map(list => list.some(({ id }) => id === orderId));
      };
      expect(await isListed()).toEqual([true, true, false]);
      expect(must(await client.stops.cancel({ orderId, tradeType }, action)).orderIds).toEqual([orderId]);
      expect(await isListed()).toEqual([false, false, false]);
      // a second cancel finds nothing, and its mark names nothing that waits
      const gone = { ok: false, error: { kind: 'not-found', isOutcomeUnknown: false } };
      expect(await client.stops.cancel({ orderId, tradeType }, action)).toMatchObject(gone);
      expect(await client.stops.orderByClientOid({ clientOid, symbol, tradeType }, action)).toMatchObject(gone);
    },
  );
});
