import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse } from '#practice/kernel/kernel.ts';
import { type FakeExchange, openFakeExchange } from '../testing/fake-exchange.ts';
import { samplePosition } from '#practice/futures/testing/fake-futures.ts';
import { member, rows, wrappedData } from '../testing/unwrap.ts';
import { misfits, sharedShapes } from '../testing/wire-shapes.ts';

describe.each(['document', 'live'] as const)('positions, dialect %s', dialect => {
  let exchange: FakeExchange;
  beforeEach(async () => {
    exchange = await openFakeExchange(dialect);
  });
  afterEach(() => exchange.server.close());

  const get = (target: string) => exchange.call({ venue: 'futures', target });
  const target = '/api/v1/position/margin/deposit-margin';
  const deposit = (text: string) => exchange.call({ venue: 'futures', method: 'POST', target, text });

  it('list the open ones, amounts exact, cross ones shorter', async () => {
    exchange.futures.positions.push(
      samplePosition(),
      samplePosition({ symbol: 'XBTUSDM', settleCurrency: 'XBT', marginMode: 'CROSS' }),
      samplePosition({ symbol: 'XBTMZ26', isOpen: false }),
    );
    const reply = await get('/api/v1/positions');
    const [isolated, cross, ...rest] = rows(wrappedData(reply));
    expect(rest).toEqual([]);
    expect(misfits(isolated, sharedShapes.position)).toEqual([]);
    expect(misfits(cross, sharedShapes.crossPosition)).toEqual([]);
    expect(reply.text).toContain('"posCross":0.000016670000000000000001,');
    expect(isolated).toMatchObject({
      marginMode: 'ISOLATED',
      crossMode: false,
      isInverse: false,
      posFunding: -0.03766885,
    });
    expect(cross).toMatchObject({ marginMode: 'CROSS', crossMode: true, isInverse: true });
    const settled = rows(wrappedData(await get('/api/v1/positions?currency=XBT')));
    expect(settled.map(row => member(row, 'symbol'))).toEqual(['XBTUSDM']);
  });

  it('show one, or zeros without a position', async () => {
    exchange.futures.positions.push(samplePosition());
    const held = wrappedData(await get('/api/v1/position?symbol=XBTUSDTM'));
    expect(misfits(held, sharedShapes.position)).toEqual([]);
    expect(held).toMatchObject({ currentQty: 1, isOpen: true });
    const flat = wrappedData(await get('/api/v1/position?symbol=XBTUSDM'));
    expect(misfits(flat, sharedShapes.position)).toEqual([]);
    expect(flat).toMatchObject({ currentQty: 0, isOpen: false, isInverse: true, riskLimit: 100_000 });
    expect((await get('/api/v1/position?symbol=NOPE')).json).toMatchObject({ code: '404000' });
    expect((await get('/api/v1/position')).json).toEqual({ code: '300000', msg: 'symbol is required' });
  });

  it('accept margin to the last digit, as number or as text', async () => {
    exchange.futures.positions.push(samplePosition());
    const reply = await deposit('{"symbol":"XBTUSDTM","margin":0.000016670000000000000001,"bizNo":"b1"}');
    expect(misfits(wrappedData(reply), sharedShapes.deposited)).toEqual([]);
    expect(wrappedData(reply)).toMatchObject({ userId: 165_111_215, symbol: 'XBTUSDTM' });
    await deposit('{"symbol":"XBTUSDTM","margin":"5","bizNo":"b2"}');
    await deposit('{"symbol":"XBTUSDTM","margin":1.5e-3,"bizNo":"b3"}');
    expect(exchange.futures.deposits).toEqual([
      { symbol: 'XBTUSDTM', margin: '0.000016670000000000000001', bizNo: 'b1' },
      { symbol: 'XBTUSDTM', margin: '5', bizNo: 'b2' },
      { symbol: 'XBTUSDTM', margin: '0.0015', bizNo: 'b3' },
    ]);
  });

  it.each([
    ['{"margin":1,"bizNo":"b"}', 'symbol is required'],
    ['{"symbol":"XBTUSDTM","bizNo":"b"}', 'margin is required'],
    ['{"symbol":"XBTUSDTM","margin":0,"bizNo":"b"}', 'margin must be a positive number'],
    ['{"symbol":"XBTUSDTM","margin":-1,"bizNo":"b"}', 'margin must be a positive number'],
    ['{"symbol":"XBTUSDTM","margin":"a","bizNo":"b"}', 'margin must be a positive number'],
    ['{"symbol":"XBTUSDTM","margin":1}', 'bizNo is required'],
    [`{"symbol":"XBTUSDTM","margin":1,"bizNo":"${'x'.repeat(37)}"}`, 'bizNo must be text of 1 to 36 characters'],
  ])('reject the deposit %s', async (text, msg) => {
    expect((await deposit(text)).json).toEqual({ code: '100001', msg });
    expect(exchange.futures.deposits).toEqual([]);
  });

  it.each([
    ['position-mode', '330005'],
    ['margin-too-small', '100001'],
    ['balance', '300003'],
    ['liquidating', '300014'],
  ] as const)('map the rejection %s to %s', async (reason, code) => {
    exchange.futures.rejections.push(refuse(reason, 'engine words'));
    const reply = await deposit('{"symbol":"XBTUSDTM","margin":1,"bizNo":"b"}');
    expect(reply.json).toEqual({ code, msg: 'engine words' });
  });

  it('have an account overview per settle currency, XBT by default', async () => {
    const overview = wrappedData(await get('/api/v1/account-overview'));
    expect(misfits(overview, sharedShapes.overview)).toEqual([]);
    expect(overview).toMatchObject({ currency: 'XBT', maxWithdrawAmount: 290.326799096, unrealisedPNL: 20.15278 });
    expect(wrappedData(await get('/api/v1/account-overview?currency=USDT'))).toMatchObject({ currency: 'USDT' });
    expect((await get('/api/v1/account-overview?currency=DOGE')).json).toEqual({
      code: '300000',
      msg: 'currency must be one of USDT, XBT',
    });
  });
});
