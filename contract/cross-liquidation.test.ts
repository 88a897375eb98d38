import { expect, it } from 'vitest';
import { absolute, compare, type Decimal, divide, subtract } from '#shared/decimal.ts';
import { contractTerms } from '#shared/order-entry/market-terms.ts';
import { type CrossRow, crossRatio, previewCross } from '#shared/order-entry/cross-wallet.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { createFuturesKit, type FuturesKit } from '@fathom/practice/testing';

const symbol = 'XBTUSDTM';
const terms = contractTerms(buildFuturesContract());

/** ada long ten lots at 50 000 on cross margin with 100 USDT beside them, bob and cyd on the other side. */
function open(): FuturesKit {
  const kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) kit.fund(accountId, '5000');
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10', leverage: '1' });
  kit.mustOrder('ada', 'buy', { size: '10', marginMode: 'CROSS' });
  const amount = subtract(kit.available('ada'), '100');
  kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount });
  return kit;
}

function rowOf(kit: FuturesKit): CrossRow {
  const record = kit.venue.position('ada', symbol);
  if (record === null) throw new Error('ada has a position');
  return {
    symbol,
    settleCurrency: 'USDT',
    isOpen: true,
    marginMode: 'cross',
    isInverse: false,
    quantity: record.currentQty,
    markPrice: record.markPrice,
    markValue: record.markValue,
    liquidationPrice: record.liquidationPrice,
    positionCost: record.posCost,
    marginWithPnl: null,
    initialMargin: record.posInit,
    maintenanceMarginRate: null,
  };
}

const isWithin = (one: Decimal, other: Decimal, fraction: Decimal) =>
  compare(absolute(divide(subtract(one, other), other, { scale: 8, rounding: 'up' })), fraction) <= 0;

it('liquidation price that the ticket previews for a cross position is about that of the exchange afterwards', () => {
  const kit = open();
  const before = rowOf(kit);
  expect(before.liquidationPrice).toBe('35250');
  const outlook = previewCross({
    positions: [before],
    order: { side: 'buy', lots: '10', price: '50000', takerFeeRate: '0.0006', isReduceOnly: false },
    terms,
    markPrice: before.markPrice ?? '0',
    maintenanceRate: '0.005',
    free: kit.available('ada'),
  });
  kit.mustOrder('cyd', 'sell', { price: '50000', size: '10', leverage: '1' });
  kit.mustOrder('ada', 'buy', { size: '10', marginMode: 'CROSS' });
  const stated = rowOf(kit).liquidationPrice ?? '0';
  expect(compare(stated, '35250')).toBe(1);
  expect(isWithin(outlook?.liquidationAfter ?? '0', stated, '0.0005')).toBe(true);
});

it('margin ratio of the wallet equals that of the exchange, near liquidation and far from it', () => {
  const kit = open();
  const contracts = new Map([[symbol, buildFuturesContract({ maintainMargin: '0.005' })]]);
  const ofWallet = () => {
    const { accountEquity: equity, riskRatio } = kit.venue.overview('ada', 'USDT');
    const own = crossRatio({ positions: [rowOf(kit)], currency: 'USDT', equity, contracts }) ?? '0';
    return { own, riskRatio };
  };
  const near = ofWallet();
  expect(compare(absolute(subtract(near.own, near.riskRatio)), '0.000001')).toBe(-1);
  expect(compare(near.riskRatio, '0.01')).toBe(1);
  kit.fund('ada', '5000');
  // no price liquidates it any more
  expect(rowOf(kit).liquidationPrice).toBe('0');
  const far = ofWallet();
  expect(compare(absolute(subtract(far.own, far.riskRatio)), '0.000001')).toBe(-1);
  expect(compare(far.own, '0')).toBe(1);
});
