import { describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import {
  describeOrder,
  fromList,
  type OrderQuestion,
  lookUpOrder,
  type FoundOrder,
  type ExpectedOrder,
  readMarkedList,
} from './order-lookup.ts';

const wanted: ExpectedOrder = { clientOid: 'c', symbol: 'S', side: 'buy', type: 'limit', price: '1.10', size: '2' };
const seen: FoundOrder = { id: 'o', clientOid: 'c', symbol: 'S', side: 'buy', price: '1.1', size: '2.0' };

const shows: OrderQuestion = () => Promise.resolve(succeed(seen));
const bare: OrderQuestion = () => Promise.resolve(succeed({ ...seen, price: null, size: null }));
const empty: OrderQuestion = () => Promise.resolve(succeed(null));
const absent: OrderQuestion = () => Promise.resolve(fail('not-found', 'order not exist', { code: '400100' }));
const unsupported: OrderQuestion = () => Promise.resolve(fail('not-found', 'Url Not Found', { code: '404000' }));
const retired: OrderQuestion = () => Promise.resolve(fail('not-found', 'deprecated', { code: '401000' }));
const broken: OrderQuestion = () => Promise.resolve(fail('unreachable', 'no line'));
const closed: OrderQuestion = () => Promise.resolve(fail('closed', 'closed'));

const stateOf = async (...questions: OrderQuestion[]) => (await lookUpOrder(wanted, questions)).state;

describe('a lookup', () => {
  it('a lookup is done as soon as one source shows the order, whatever the others answered', async () => {
    expect(await stateOf(shows)).toBe('done');
    expect(await stateOf(absent, broken, shows)).toBe('done');
  });

  it('a lookup is not-done only when two conclusive sources do not show it', async () => {
    expect(await stateOf(absent, empty)).toBe('not-done');
    expect(await stateOf(empty, empty, unsupported)).toBe('not-done');
    expect(await stateOf(absent)).toBe('unsure');
    expect(await stateOf(unsupported, absent)).toBe('unsure');
    expect(await stateOf(retired, empty)).toBe('unsure');
    expect(await stateOf()).toBe('unsure');
  });

  it('a lookup is unsure when one source is inconclusive, and closed when the client is', async () => {
    expect(await stateOf(absent, empty, broken)).toBe('unsure');
    expect(await stateOf(absent, closed)).toBe('closed');
  });

  it('takes missing fields as no difference, and the same number in another notation as equal', async () => {
    const market: ExpectedOrder = { clientOid: 'c', symbol: 'S', side: 'buy', type: 'market' };
    expect((await lookUpOrder(market, [shows])).state).toBe('done');
    expect((await lookUpOrder(wanted, [bare])).state).toBe('done');
  });
});

describe('a list lookup', () => {
  it('shows the order, does not show it, or is too long to be conclusive', () => {
    const whole = { items: [seen], isComplete: true, unreadable: [] };
    expect(fromList(succeed({ ...whole, isComplete: false }), 'c')).toEqual(succeed(seen));
    expect(fromList(succeed(whole), 'd')).toEqual(succeed(null));
    expect(fromList(succeed({ ...whole, isComplete: false }), 'd')).toMatchObject({ ok: false });
    expect(fromList(fail('timeout', 'late'), 'c')).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it('a list lookup with an unreadable row finds a readable order, and reports absence unless that row may be the order', async () => {
    const search = async (clientOid: string, raw: string) =>
      fromList(
        await readMarkedList(({ unreadable }) => {
          unreadable?.({ endpoint: 'GET /x', field: 'side', id: null, symbol: null, raw });
          return Promise.resolve(succeed({ items: [seen], isComplete: true }));
        }),
        clientOid,
      );
    expect(await search('c', '{"clientOid":"d"}')).toEqual(succeed(seen));
    expect(await search('d', '{"id":"o","clientOid":"e","side":null}')).toEqual(succeed(null));
    for (const raw of ['{"clientOid":"d","side":null}', '{"clientOid":{},"side":null}', '7', '{"id":"o'])
      expect(await search('d', raw)).toMatchObject({ ok: false, error: { kind: 'bad-reply', field: 'side' } });
  });
});

describe('the text for an order', () => {
  it('states side, size and price', () => {
    expect(describeOrder(wanted)).toBe('Buy 2 S at 1.10');
    expect(describeOrder({ clientOid: 'c', symbol: 'S', side: 'sell', type: 'market', funds: '50' })).toBe(
      'Sell 50 S at market',
    );
    expect(describeOrder({ clientOid: 'c', symbol: 'S', side: 'sell', type: 'market' })).toBe('Sell all S at market');
  });
});
