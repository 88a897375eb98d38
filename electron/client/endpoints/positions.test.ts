import { describe, expect, it } from 'vitest';
import { action, createFixture, position } from './testing/endpoint-fixture.ts';

describe('positions', () => {
  it('positions are read digit for digit, without closed ones', async () => {
    const { client } = createFixture({ code: '200000', data: [position, { ...position, id: 'flat', isOpen: false }] });
    expect(await client.futures.positions({}, action)).toEqual({
      ok: true,
      value: [
        {
          id: 'p',
          symbol: 'XBTUSDTM',
          settleCurrency: 'USDT',
          isOpen: true,
          marginMode: 'isolated',
          isInverse: null,
          quantity: '-1',
          averageEntryPrice: '40008',
          markPrice: '40014.93',
          markValue: '40.01493',
          liquidationPrice: null,
          bankruptPrice: '32007',
          realLeverage: '4.97',
          riskLimit: '500000',
          maintenanceMarginRate: '0.005',
          adlPercentile: '0.35',
          positionCost: '40.008',
          addedMargin: '0.0000166',
          initialMargin: '8.0016',
          bankruptcyCost: '0.02880576',
          fundingPaid: '0.00000001',
          positionMargin: '8.03',
          maintenanceMargin: '0.23',
          marginWithPnl: '8.04',
          realisedPnl: '-0.0253',
          unrealisedPnl: '0.00693',
          unrealisedPnlRatio: '0.0002',
          returnOnEquity: '0.0009',
          isAutoDeposit: false,
          openedAtMs: 1623832410892,
          asOfMs: 1623832488929,
        },
      ],
    });
  });

  it.each([
    ['LONG', 'long'],
    ['SHORT', 'short'],
    ['BOTH', undefined],
    [null, undefined],
    ['SIDEWAYS', undefined],
  ])('reads the position side %s as %s', async (word, side) => {
    const { client } = createFixture({ code: '200000', data: [{ ...position, positionSide: word }] });
    const read = await client.futures.positions({}, action);
    expect(read.ok && read.value[0]?.positionSide).toBe(side);
  });

  it('have no isolated figures under cross margin', async () => {
    const {
      autoDeposit,
      maintMarginReq,
      riskLimit,
      realLeverage,
      posCross,
      posComm,
      posLoss,
      posMaint,
      maintMargin,
      ...rest
    } = position;
    expect([
      autoDeposit,
      maintMarginReq,
      riskLimit,
      realLeverage,
      posCross,
      posComm,
      posLoss,
      maintMargin,
    ]).toHaveLength(8);
    const cross = createFixture({ code: '200000', data: [{ ...rest, marginMode: 'CROSS' }] });
    expect(await cross.client.futures.positions({ currency: 'USDT' }, action)).toMatchObject({
      ok: true,
      value: [
        {
          marginMode: 'cross',
          realLeverage: null,
          addedMargin: null,
          bankruptcyCost: null,
          maintenanceMargin: null,
          marginWithPnl: null,
        },
      ],
    });
    const isolated = createFixture({ code: '200000', data: [rest] });
    expect(await isolated.client.futures.positions({}, action)).toMatchObject({
      value: [{ marginMode: 'isolated', maintenanceMargin: null, marginWithPnl: null }],
    });
    expect(posMaint).toBe(0.23);
  });

  it('positions are read with unknown figures when only contract, currency and quantity are stated', async () => {
    const row = { id: 'p', symbol: 'XBTUSDTM', settleCurrency: 'USDT', currentQty: -3 };
    const { client } = createFixture({ code: '200000', data: [row, { ...row, id: 'q', currentQty: 0 }] });
    expect(await client.futures.positions({}, action)).toMatchObject({
      value: [
        {
          id: 'p',
          isOpen: true,
          quantity: '-3',
          averageEntryPrice: null,
          markPrice: null,
          markValue: null,
          positionCost: null,
          initialMargin: null,
          positionMargin: null,
          unrealisedPnl: null,
          openedAtMs: null,
          asOfMs: null,
        },
      ],
    });
  });

  it('positions are an empty list when there are none', async () => {
    const { client } = createFixture({ code: '200000', msg: 'Position does not exist' });
    expect(await client.futures.positions({}, action)).toEqual({ ok: true, value: [] });
    expect(await client.futures.depositMargin({ symbol: 'X', amount: '1', bizNo: 'b' }, action)).toMatchObject({
      ok: false,
      error: { kind: 'not-found', isOutcomeUnknown: false },
    });
    const refused = createFixture({ code: '404000', msg: 'Url Not Found' });
    expect((await refused.client.futures.positions({}, action)).ok).toBe(false);
  });
});
