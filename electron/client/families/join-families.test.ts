import { describe, expect, it } from 'vitest';
import type { SpotOrderRequest } from '#shared/domain/account/order.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import type { FakeClientOptions } from '../testing/fake-client.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { joinSpotFamilies } from './join-families.ts';

const visible = { priority: 'visible' } as const;
const order = (id: string, symbol = 'BTC-USDT') => buildOrder({ id, symbol });
const collected = <T>(items: readonly T[], isComplete = true) => succeed({ items, isComplete });
function answer<T>(result: Result<T>): Promise<Result<T>> {
  return Promise.resolve(result);
}
const slow = () => Promise.resolve(fail('timeout', 'slow'));
const refused = () => Promise.resolve(fail('permission', 'The key lacks a right.'));
const lost = () => Promise.resolve(fail('outcome-unknown', 'lost'));
const notFound = () => Promise.resolve(fail('not-found', 'no such order'));
const unserved = () => Promise.resolve(fail('not-found', 'no such path', { code: '404000' }));

const request = (clientOid: string): SpotOrderRequest => {
  return { clientOid, symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '1', size: '1' };
};
const placed = (orderId: string) => () => answer(succeed({ orderId, clientOid: null }));
const done = (id: string, createdAtMs: number) => buildOrder({ id, createdAtMs, isActive: false });
const page = <T>(items: readonly T[], totalItems = items.length) =>
  succeed({ page: 1, pageSize: 2, totalItems, totalPages: 1, items });
const fill = (tradeId: string, createdAtMs = 1) => buildFill({ tradeId, createdAtMs });

/** A classic list with `c`, and high-frequency lists with `h` on BTC-USDT and `e` on ETH-USDT. */
const both: FakeClientOptions = {
  accounts: { hfOpened: () => answer(succeed(true)) },
  spot: { allOrders: () => answer(collected([order('c')])) },
  spotHf: {
    activeSymbols: () => answer(succeed(['BTC-USDT', 'ETH-USDT'])),
    activeOrders: ({ symbol }) => answer(succeed([order(symbol === 'BTC-USDT' ? 'h' : 'e', symbol)])),
  },
};

function join(parts: FakeClientOptions = {}, wait: (ms: number) => Promise<void> = () => Promise.resolve()) {
  const client = {
    ...both,
    ...parts,
    accounts: { ...both.accounts, ...parts.accounts },
    spot: { ...both.spot, ...parts.spot },
    spotHf: { ...both.spotHf, ...parts.spotHf },
  };
  return joinSpotFamilies(createFakeClient(client), { nowMs: () => 1_000_000_000, wait });
}

const readActive = (parts?: FakeClientOptions) => join(parts).spot.allOrders({ status: 'active' }, visible);

describe('open orders of both families', () => {
  it('open orders of both families are merged by id', async () => {
    const filled = buildOrder({ id: 'c', filledSize: '1' });
    const read = await readActive({
      spotHf: { activeOrders: ({ symbol }) => answer(succeed([symbol === 'BTC-USDT' ? filled : order('e', symbol)])) },
    });
    expect(read).toMatchObject({ value: { items: [{ id: 'c', filledSize: '1' }, { id: 'e' }], isComplete: true } });
    expect(await readActive()).toMatchObject({
      value: { items: [{ id: 'c' }, { id: 'h' }, { id: 'e' }], coverage: { pairs: ['BTC-USDT', 'ETH-USDT'] } },
    });
  });

  it('open orders of both families are complete when the classic list is empty', async () => {
    const read = await readActive({ spot: { allOrders: () => answer(collected([])) } });
    expect(read).toMatchObject({ value: { items: [{ id: 'h' }, { id: 'e' }], isComplete: true } });
  });

  it('request only the wanted pair, without the list of pairs', async () => {
    const client = join({ spotHf: { activeSymbols: slow } });
    const read = await client.spot.allOrders({ status: 'active', symbol: 'ETH-USDT' }, visible);
    expect(read).toMatchObject({ value: { items: [{ id: 'c' }, { id: 'e' }], coverage: { pairs: ['ETH-USDT'] } } });
  });

  it('leave margin orders to their own list', async () => {
    const client = join({ spotHf: { activeSymbols: slow, activeOrders: slow } });
    const read = await client.spot.allOrders({ status: 'active', tradeType: 'cross' }, visible);
    expect(read).toEqual(collected([order('c')]));
  });

  it.each([
    ['classic', { spot: { allOrders: slow } }],
    ['list of a pair', { spotHf: { activeOrders: slow } }],
    ['list of pairs', { spotHf: { activeSymbols: slow } }],
  ])('fail as a whole while the %s does not answer', async (_, parts) => {
    expect(await readActive(parts)).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it('open orders of both families are partial when a family has a lasting error', async () => {
    expect(await readActive({ spot: { allOrders: refused } })).toMatchObject({
      value: {
        items: [{ id: 'h' }, { id: 'e' }],
        isComplete: false,
        coverage: { classicFailure: 'The key lacks a right.', highFrequencyFailure: null },
      },
    });
    expect(await readActive({ spotHf: { activeOrders: refused } })).toMatchObject({
      value: { items: [{ id: 'c' }], isComplete: false, coverage: { highFrequencyFailure: 'The key lacks a right.' } },
    });
    expect(await readActive({ spot: { allOrders: refused }, spotHf: { activeOrders: refused } })).toMatchObject({
      error: { kind: 'permission' },
    });
  });

  it('open orders of both families are complete when the exchange does not serve a family', async () => {
    for (const parts of [{ spotHf: { activeSymbols: unserved } }, { spot: { allOrders: unserved } }])
      expect(await readActive(parts)).toMatchObject({ value: { isComplete: true } });
  });

  it('use remembered pairs and coins on hold when the key may not list pairs', async () => {
    const pairs: string[] = [];
    const held = buildBalance({ wallet: 'trade', currency: 'SOL', held: '1' });
    const client = join({
      accounts: { balances: () => answer(succeed([held, { ...held, currency: 'XRP', held: '0' }])) },
      reference: {
        symbols: () =>
          answer(succeed(['SOL', 'XRP'].map(base => buildSpotSymbol({ symbol: `${base}-USDT`, baseCurrency: base })))),
      },
      spotHf: {
        activeSymbols: refused,
        activeOrders: ({ symbol }) => {
          pairs.push(symbol);
          return answer(succeed([order(symbol, symbol)]));
        },
      },
    });
    client.noteSpotPairs(['KCS-USDT']);
    const read = await client.spot.allOrders({ status: 'active' }, visible);
    expect(pairs).toEqual(['KCS-USDT', 'SOL-USDT']);
    expect(read).toMatchObject({
      value: { isComplete: false, coverage: { pairs, otherPairs: expect.stringContaining('no right') } },
    });
  });
});

describe('one order', () => {
  const ref = { orderId: 'c', symbol: 'BTC-USDT' };

  it('one order is requested from the other family when the first does not have it', async () => {
    const client = join({
      spot: { order: notFound, cancel: notFound },
      spotClassic: { order: () => answer(succeed(order('c'))), cancel: () => answer(succeed({ orderIds: ['c'] })) },
    });
    expect(await client.spot.order(ref, visible)).toMatchObject({ value: { id: 'c' } });
    expect(await client.spot.cancel(ref, visible)).toMatchObject({ value: { orderIds: ['c'] } });
  });

  it('one order is not found only when both families do not have it', async () => {
    const read = (other: () => Promise<Result<never>>) =>
      join({ spot: { order: notFound }, spotClassic: { order: other } }).spot.order(ref, visible);
    expect(await read(notFound)).toMatchObject({ error: { kind: 'not-found' } });
    expect(await read(unserved)).toMatchObject({ error: { message: 'no such order' } });
    expect(await read(slow)).toMatchObject({ error: { kind: 'timeout' } });
    const first = join({ spot: { order: unserved }, spotClassic: { order: notFound } });
    expect(await first.spot.order(ref, visible)).toMatchObject({ error: { message: 'no such order' } });
  });

  it('one order is cancelled by one request when its list named the family', async () => {
    const client = join({
      spotClassic: { cancel: () => answer(succeed({ orderIds: ['c'] })) },
      spot: { cancel: slow },
    });
    await client.spot.allOrders({ status: 'active' }, visible);
    expect(await client.spot.cancel(ref, visible)).toMatchObject({ ok: true });
    expect(await client.spotHf.alter({ ...ref, newPrice: '1' }, visible)).toMatchObject({ error: { code: '404000' } });
  });

  it('one order is never cancelled twice after a lost answer', async () => {
    const client = join({
      spot: { cancel: lost },
      spotClassic: { cancel: () => answer(succeed({ orderIds: ['c'] })) },
    });
    expect(await client.spot.cancel(ref, visible)).toMatchObject({ error: { kind: 'outcome-unknown' } });
  });
});

describe('placing', () => {
  const families = { spot: { place: placed('h') }, spotClassic: { place: placed('c') } };

  it.each([
    ['classic', () => answer(succeed(false)), 'c'],
    ['high-frequency', () => answer(succeed(true)), 'h'],
    ['only', unserved, 'h'],
  ])('uses the %s endpoint of the account', async (_, hfOpened, orderId) => {
    const client = join({ ...families, accounts: { hfOpened } });
    expect(await client.spot.place(request('a'), visible)).toMatchObject({ value: { orderId } });
  });

  it.each([
    ['does not answer within 3 s', () => new Promise<never>(() => undefined), /within 3 s whether this spot account/],
    ['refuses the question', refused, /^Not sent: .+ The key lacks a right\.$/],
    ['is slow', slow, /^Not sent: .+ slow$/],
  ])('sends nothing while the exchange %s about the kind of the account', async (_, hfOpened, message) => {
    const sent: string[] = [];
    const place = () => {
      sent.push('placed');
      return answer(succeed({ orderId: 'x', clientOid: null }));
    };
    const placeBatch = () => {
      sent.push('batch');
      return answer(succeed([]));
    };
    const spot = { place, placeBatch, placeBatchSync: placeBatch };
    const waits: number[] = [];
    const wait = (ms: number) => {
      waits.push(ms);
      // the answer of an exchange that does answer comes first
      return new Promise<void>(resolve => void setImmediate(resolve));
    };
    const client = join({ spot, accounts: { hfOpened } }, wait);
    const rejection = { error: { kind: 'not-reconciled', message: expect.stringMatching(message) } };
    expect(await client.spot.place(request('a'), visible)).toMatchObject(rejection);
    expect(await client.spot.placeBatch({ orders: [request('b')] }, visible)).toMatchObject(rejection);
    const timer = { timeoutS: 5, symbols: [] };
    expect(await client.spotHf.setDeadCancel(timer, visible)).toMatchObject(rejection);
    expect({ sent, waits }).toEqual({ sent: [], waits: [3_000, 3_000, 3_000] });
  });

  it('does not wait for the request made at connect', async () => {
    const asked: string[] = [];
    const hfOpened: FakeClientOptions['accounts'] = {
      hfOpened: (_input, { priority }) => {
        asked.push(priority);
        return priority === 'visible' ? new Promise<never>(() => undefined) : answer(succeed(false));
      },
    };
    const client = join({ ...families, accounts: hfOpened });
    client.prepareSpot();
    void client.spot.allOrders({ status: 'active' }, visible);
    expect(asked).toEqual(['visible']);
    expect(await client.spot.place(request('a'), { priority: 'action' })).toMatchObject({ value: { orderId: 'c' } });
    expect(asked).toEqual(['visible', 'action']);
  });

  it('requests the kind of the account once', async () => {
    let asked = 0;
    const hfOpened = () => {
      asked += 1;
      return answer(succeed(false));
    };
    const client = join({ ...families, accounts: { hfOpened } });
    await Promise.all(['a', 'b'].map(oid => client.spot.place(request(oid), visible)));
    await client.spot.place(request('c'), visible);
    expect(asked).toBe(1);
  });

  it.each([
    ['unknown', 'outcome-unknown', ['acknowledged', 'unknown', 'rejected']],
    ['rejected', 'exchange-rejected', ['acknowledged', 'rejected', 'rejected']],
  ] as const)('sends no further part of a classic batch after one that is %s', async (_, kind, outcomes) => {
    let parts = 0;
    const client = join({
      accounts: { hfOpened: () => answer(succeed(false)) },
      spotClassic: {
        placeBatch: ({ orders }) => {
          parts += 1;
          if (parts > 1) return answer(fail(kind, 'no'));
          const nothing = { failMessage: null, filledSize: null, remainingSize: null, cancelledSize: null };
          return answer(
            succeed(
              orders.map(({ clientOid }) => ({
                clientOid,
                orderId: 'x',
                outcome: 'acknowledged' as const,
                ...nothing,
              })),
            ),
          );
        },
      },
    });
    const orders = Array.from({ length: 12 }, (_each, index) => request(`o${index}`));
    const read = await client.spot.placeBatchSync({ orders }, visible);
    expect(parts).toBe(2);
    const got = read.ok ? read.value.map(({ outcome }) => outcome) : [];
    const [first, second, third] = outcomes;
    expect(got).toEqual([...Array(5).fill(first), ...Array(5).fill(second), third, third]);
  });
});

describe('order history and fills', () => {
  const traded = { tradedSymbols: () => answer(collected(['BTC-USDT'])) };

  it('order history and fills are one list, newest first', async () => {
    const classic = [done('c4', 4), done('c2', 2)];
    const client = join({
      spot: { orders: ({ page: number = 1 }) => answer(page(classic.slice(number * 2 - 2, number * 2), 2)) },
      spotHf: { ...traded, doneOrders: () => answer(succeed({ items: [done('h3', 3), done('h1', 1)], lastId: null })) },
    });
    const ids = async (number: number) => {
      const read = await client.spot.orders({ status: 'done', page: number, pageSize: 2 }, visible);
      return read.ok ? [read.value.totalItems, ...read.value.items.map(({ id }) => id)] : [];
    };
    expect(await ids(1)).toEqual([4, 'c4', 'h3']);
    expect(await ids(2)).toEqual([4, 'c2', 'h1']);
  });

  it('name the requested pairs, until the classic list is known to have all', async () => {
    const read = async (items: readonly ReturnType<typeof done>[]) =>
      await join({
        spot: { orders: () => answer(page(items)) },
        spotHf: { ...traded, doneOrders: () => answer(succeed({ items: [done('h', 3)], lastId: null })) },
      }).spot.orders({ status: 'done', page: 1, pageSize: 2 }, visible);
    expect(await read([])).toMatchObject({
      value: { coverage: { pairs: ['BTC-USDT'], otherPairs: expect.stringContaining('by pair') } },
    });
    expect(await read([done('h', 3)])).toMatchObject({ value: { coverage: { otherPairs: null } } });
  });

  it('order history and fills are merged by trade and order for a day', async () => {
    const client = join({
      spot: { allRecentFills: () => answer(collected([fill('1')])) },
      spotHf: {
        ...traded,
        allFills: () => answer(succeed({ items: [fill('1'), fill('2', 5)], isComplete: true, missing: [] })),
      },
    });
    expect(await client.spot.allRecentFills({}, visible)).toMatchObject({
      value: { items: [{ tradeId: '2' }, { tradeId: '1' }], coverage: { otherPairs: null } },
    });
  });
});
