import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FuturesService, openFuturesService } from '#practice/http/testing/futures-service.ts';
import { wrappedData } from '#practice/http/testing/unwrap.ts';

describe.each(['document', 'live'] as const)('the settings of an account for a contract, dialect %s', dialect => {
  let service: FuturesService;
  beforeEach(async () => {
    service = await openFuturesService(dialect);
  });
  afterEach(() => service.server.close());

  const symbol = 'XBTUSDTM';
  const mode = async (name = symbol) =>
    wrappedData(await service.call(`GET /api/v2/position/getMarginMode?symbol=${name}`));
  const post = (path: string, body: unknown) => service.call(`POST /api/v2/${path}`, { body });

  it('reads and changes the margin mode', async () => {
    expect(await mode()).toEqual({ symbol, marginMode: 'ISOLATED' });
    const changed = await post('position/changeMarginMode', { symbol, marginMode: 'CROSS' });
    expect(wrappedData(changed)).toEqual({ symbol, marginMode: 'CROSS' });
    expect(await mode()).toEqual({ symbol, marginMode: 'CROSS' });
    expect(await mode('ETHUSDTM')).toEqual({ symbol: 'ETHUSDTM', marginMode: 'ISOLATED' });
    const [flat] = [wrappedData(await service.call(`GET /api/v1/position?symbol=${symbol}`))];
    expect(flat).toMatchObject({ marginMode: 'CROSS', crossMode: true, isOpen: false });
    expect(flat).not.toHaveProperty('posMaint');
  });

  it('require the chosen mode in every order', async () => {
    await post('position/changeMarginMode', { symbol, marginMode: 'CROSS' });
    const order = { clientOid: 'a', symbol, side: 'buy', type: 'limit', price: '49000', size: 1, leverage: 5 };
    expect((await service.call('POST /api/v1/orders', { body: order })).json).toEqual({
      code: '330005',
      msg: "The order's margin mode does not match the selected one. Please switch and try again.",
    });
    const { leverage: _none, ...cross } = { ...order, marginMode: 'CROSS' };
    expect((await service.call('POST /api/v1/orders', { body: cross })).json).toMatchObject({ code: '200000' });
    const busy = await post('position/changeMarginMode', { symbol, marginMode: 'ISOLATED' });
    expect(busy.json).toEqual({ code: '50002', msg: 'exist.order.or.position' });
  });

  it('changes many modes at once, each by itself', async () => {
    service.trade('buy', '1');
    const symbols = ['ETHUSDTM', symbol, 'NOPE'];
    const reply = await post('position/batchChangeMarginMode', { marginMode: 'CROSS', symbols });
    expect(wrappedData(reply)).toEqual({
      marginMode: { ETHUSDTM: 'CROSS', XBTUSDTM: 'ISOLATED' },
      errors: [
        { code: '50002', msg: 'exist.order.or.position', symbol },
        { code: '100003', msg: 'Unknown contract: NOPE.', symbol: 'NOPE' },
      ],
    });
  });

  it('reads and changes the cross leverage', async () => {
    const leverage = async () => wrappedData(await service.call(`GET /api/v2/getCrossUserLeverage?symbol=${symbol}`));
    expect(await leverage()).toEqual({ symbol, leverage: '10' });
    for (const [asked, shown] of [
      ['25', '25'],
      [7.5, '7.5'],
    ] as const) {
      expect(wrappedData(await post('changeCrossUserLeverage', { symbol, leverage: asked }))).toBe(true);
      expect(await leverage()).toEqual({ symbol, leverage: shown });
    }
    expect((await post('changeCrossUserLeverage', { symbol, leverage: '126' })).json).toMatchObject({ code: '300016' });
  });

  it('has one position a contract', async () => {
    expect(wrappedData(await service.call('GET /api/v2/position/getPositionMode'))).toEqual({ positionMode: 0 });
    expect(wrappedData(await post('position/switchPositionMode', { positionMode: '0' }))).toEqual({ positionMode: 0 });
    service.trade('buy', '3');
    expect((await post('position/switchPositionMode', { positionMode: '1' })).json).toMatchObject({ code: '50002' });
    expect(wrappedData(await service.call(`GET /api/v2/position?symbol=${symbol}`))).toMatchObject([{ currentQty: 3 }]);
  });

  it('has a long and a short position a contract in hedge mode', async () => {
    expect(wrappedData(await post('position/switchPositionMode', { positionMode: '1' }))).toEqual({ positionMode: 1 });
    expect(wrappedData(await service.call('GET /api/v2/position/getPositionMode'))).toEqual({ positionMode: 1 });
    service.trade('buy', '3', { positionSide: 'LONG' });
    service.trade('sell', '5', { positionSide: 'SHORT' });
    const both = [
      { symbol, positionSide: 'LONG', currentQty: 3 },
      { symbol, positionSide: 'SHORT', currentQty: -5 },
    ];
    expect(wrappedData(await service.call('GET /api/v1/positions'))).toMatchObject(both);
    expect(wrappedData(await service.call(`GET /api/v2/position?symbol=${symbol}`))).toMatchObject(both);
    const order = { clientOid: 'plain', symbol, side: 'buy', type: 'limit', price: '1', size: 1, leverage: 1 };
    expect((await service.call('POST /api/v1/orders', { body: order })).json).toEqual({
      code: '330011',
      msg: "The order's position mode does not match your selected mode.",
    });
    const most = (side: string) => service.call(`GET /api/v1/margin/maxWithdrawMargin?symbol=${symbol}${side}`);
    expect((await most('')).json).toMatchObject({ code: '330011' });
    expect(typeof wrappedData(await most('&positionSide=SHORT'))).toBe('string');
  });

  it('writes a cross row as the service does', async () => {
    await post('position/changeMarginMode', { symbol, marginMode: 'CROSS' });
    service.trade('buy', '10', { marginMode: 'CROSS' });
    const rows = wrappedData(await service.call('GET /api/v1/positions'));
    expect(rows).toMatchObject([{ crossMode: true, marginMode: 'CROSS', posInit: 50, posMargin: 50, leverage: 10 }]);
    for (const name of ['autoDeposit', 'maintMarginReq', 'riskLimit', 'realLeverage', 'posCross', 'posMaint']) {
      expect(rows).not.toMatchObject([{ [name]: expect.anything() }]);
    }
    const deposit = { symbol, margin: 5, bizNo: 'one' };
    expect((await service.call('POST /api/v1/position/margin/deposit-margin', { body: deposit })).json).toMatchObject({
      code: '330005',
    });
  });

  it.each([
    ['position/changeMarginMode', {}, 'symbol is required'],
    ['position/changeMarginMode', { symbol }, 'marginMode is required'],
    ['position/changeMarginMode', { symbol, marginMode: 'BOTH' }, 'marginMode must be one of ISOLATED, CROSS'],
    ['position/batchChangeMarginMode', { marginMode: 'CROSS' }, 'symbols must be a list of contracts'],
    ['position/batchChangeMarginMode', { marginMode: 'CROSS', symbols: [] }, 'symbols must be 1 to 50 contracts'],
    ['position/switchPositionMode', { positionMode: '2' }, 'positionMode must be one of 0, 1'],
    ['changeCrossUserLeverage', { symbol }, 'leverage is required'],
    ['changeCrossUserLeverage', { leverage: 5 }, 'symbol is required'],
    ['changeCrossUserLeverage', { symbol, leverage: 0 }, 'leverage must be a positive number'],
  ])('rejects %s with %j', async (path, body, msg) => {
    expect((await post(path, body)).json).toEqual({ code: '100001', msg });
  });

  it.each(['position/getMarginMode', 'getCrossUserLeverage', 'position'])(
    'rejects %s without a contract',
    async path => {
      expect((await service.call(`GET /api/v2/${path}`)).json).toEqual({ code: '300000', msg: 'symbol is required' });
      expect((await service.call(`GET /api/v2/${path}?symbol=NOPE`)).json).toMatchObject({ code: '404000' });
    },
  );
});
