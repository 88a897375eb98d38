import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import type { ExchangeClient } from '#client/client.ts';
import { type ContractExchange, dialects, startExchange } from './testing/exchange.ts';

describe.each(dialects)('an unreadable row, %s dialect', dialect => {
  let exchange: ContractExchange;
  let client: ExchangeClient;

  beforeAll(async () => {
    exchange = await startExchange(dialect);
    client = exchange.client('trader');
    expect(await client.connect()).toMatchObject({ ok: true });
  });
  afterAll(() => exchange.stop());

  it.each([
    ['/api/v1/orders', 'side', () => client.spot.allOrders],
    ['/api/v1/stop-order', 'stopPrice', () => client.stops.all],
  ] as const)('leaves the other rows of %s, and is named with its id', async (path, field, call) => {
    const ask = async (unreadable?: (row: OddRow) => void) =>
      await call()({ status: 'active' }, { priority: 'action', unreadable });
    const whole = await ask();
    const ids = whole.ok ? whole.value.items.map(({ id }) => id) : [];
    expect(ids.length).toBeGreaterThan(1);
    const answer = { kind: 'odd-row', field, value: null } as const;
    await exchange.faults.set({ fault: 'rest', venue: 'spot', method: 'GET', path, answer, count: 2 });
    const odd: OddRow[] = [];
    const read = await ask(row => void odd.push(row));
    expect(read.ok ? read.value.items.map(({ id }) => id) : []).toEqual(ids.slice(1));
    expect(odd).toMatchObject([{ id: ids[0], field, endpoint: `GET ${path}` }]);
    expect(await ask()).toMatchObject({ error: { kind: 'bad-reply' } });
    await exchange.faults.set({ fault: 'reset' });
  });
});
