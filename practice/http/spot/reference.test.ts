import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeExchange, openFakeExchange, startMs } from '../testing/fake-exchange.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { misfits, sharedShapes } from '../testing/wire-shapes.ts';

describe.each(['document', 'live'] as const)('spot reference data, dialect %s', dialect => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.call({ target, as: null });

  it('returns the time and the open state', async () => {
    expect((await get('/api/v1/timestamp')).text).toBe(`{"code":"200000","data":${startMs}}`);
    expect(wrappedData(await get('/api/v1/status'))).toEqual({ status: 'open', msg: '' });
  });

  it('lists the groups of pairs', async () => {
    expect(wrappedData(await get('/api/v1/markets'))).toEqual(['USDS', 'ALTS']);
  });

  it('lists symbols, of one market if requested', async () => {
    const all = rows(wrappedData(await get('/api/v2/symbols')));
    expect(all.map(row => member(row, 'symbol'))).toEqual(['BTC-USDT', 'ETH-USDT']);
    expect(misfits(all[0], sharedShapes.symbol)).toEqual([]);
    expect(all[0]).toMatchObject({ makerFeeCoefficient: '1.00', takerFeeCoefficient: '1.50', enableTrading: true });
    const alts = rows(wrappedData(await get('/api/v2/symbols?market=ALTS')));
    expect(alts.map(row => member(row, 'symbol'))).toEqual(['ETH-USDT']);
  });

  it('shows one symbol, or reports that there is none', async () => {
    expect(wrappedData(await get('/api/v2/symbols/ETH-USDT'))).toMatchObject({ symbol: 'ETH-USDT' });
    expect((await get('/api/v2/symbols/NO-NE')).json).toEqual({ code: '900001', msg: 'symbol not exists' });
  });

  it.each([20, 100])('shows %i levels a side', async depth => {
    const reply = await get(`/api/v1/market/orderbook/level2_${depth}?symbol=BTC-USDT`);
    const book = dialect === 'document' ? reply.json : wrappedData(reply);
    expect(misfits(book, sharedShapes.book)).toEqual([]);
    expect(book).toMatchObject({ time: startMs, sequence: '14610502970' });
    expect(rows(member(book, 'bids'))).toHaveLength(depth);
    expect(rows(member(book, 'asks'))[0]).toEqual(['62501', '0.5']);
    expect(rows(member(book, 'bids'))[0]).toEqual(['62499', '0.5']);
  });

  it('requires the symbol of a book, once', async () => {
    const path = '/api/v1/market/orderbook/level2_20';
    expect((await get(path)).json).toEqual({ code: '400100', msg: 'symbol is required' });
    expect((await get(`${path}?symbol=NO-NE`)).json).toMatchObject({ code: '900001' });
    expect((await get(`${path}?symbol=BTC-USDT&symbol=ETH-USDT`)).json).toMatchObject({
      code: '400100',
      msg: 'symbol must be text of 1 to 32 characters',
    });
  });
});
