import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../decimal.ts';
import { buildFuturesContract } from '../testing/build-instrument.ts';
import { buildPosition } from '../testing/build-position.ts';
import type { Position } from '../domain/market/futures.ts';
import {
  crossBuffer,
  type CrossOptions,
  type CrossOrder,
  crossRatio,
  type CrossWallet,
  type MaintenanceTerms,
  previewCross,
} from './cross-wallet.ts';
import { contractTerms } from './market-terms.ts';

const linear = contractTerms(buildFuturesContract());
const inverse = contractTerms(
  buildFuturesContract({
    symbol: 'XBTUSDM',
    isInverse: true,
    multiplier: '-1',
    tickSize: '0.5',
    settleCurrency: 'XBT',
  }),
);

/** Ten lots at 50 000, of a wallet that may lose 147.5: 50.33 of margin and 100 beside it, less 2.83 to keep. */
const long = buildPosition({
  marginMode: 'cross',
  quantity: '10',
  markPrice: '50000',
  markValue: '500',
  positionCost: '500',
  liquidationPrice: '35250',
  maintenanceMargin: null,
  marginWithPnl: null,
});
const short = { ...long, quantity: '-10', markValue: '-500', positionCost: '-500', liquidationPrice: '64750' } as const;
/** 1000 dollars: 1/40 000 − 1/50 000 a dollar may be lost, 0.005 in all. */
const inverseLong = {
  ...long,
  symbol: 'XBTUSDM',
  settleCurrency: 'XBT',
  isInverse: true,
  quantity: '1000',
  markValue: '-0.02',
  positionCost: '-0.02',
  liquidationPrice: '40000',
} as const;

describe('the remaining loss of a wallet', () => {
  it('follows from the liquidation price that the exchange states, for a long, a short and an inverse one', () => {
    expect(crossBuffer([long], 'USDT')).toBe('147.5');
    expect(crossBuffer([short], 'USDT')).toBe('147.5');
    expect(crossBuffer([inverseLong], 'XBT')).toBe('0.005');
  });

  it('uses the biggest position, and none without a price', () => {
    const small = buildPosition({ ...long, symbol: 'ETHUSDTM', markValue: '5', liquidationPrice: '1' });
    expect(crossBuffer([small, long], 'USDT')).toBe('147.5');
    // a position of unknown value says it where no other does
    expect(crossBuffer([{ ...small, markValue: null }, long], 'USDT')).toBe('147.5');
    expect(crossBuffer([long, { ...small, markValue: null }], 'USDT')).toBe('147.5');
    expect(crossBuffer([{ ...long, liquidationPrice: null }], 'USDT')).toBeNull();
    expect(crossBuffer([{ ...long, liquidationPrice: '0' }], 'USDT')).toBeNull();
    expect(crossBuffer([{ ...long, isInverse: null }], 'USDT')).toBeNull();
    expect(crossBuffer([{ ...long, markPrice: '0' }], 'USDT')).toBeNull();
  });

  it('uses another position while a figure of the biggest is unknown', () => {
    const small = buildPosition({ ...long, symbol: 'ETHUSDTM', quantity: '1', markValue: '50', liquidationPrice: '1' });
    for (const field of ['markPrice', 'markValue'] as const) {
      expect(crossBuffer([{ ...long, [field]: null }, small], 'USDT')).toBe(crossBuffer([small], 'USDT'));
      expect(crossBuffer([{ ...long, [field]: null }], 'USDT')).toBeNull();
    }
  });

  it('omits isolated and closed positions, and those of another currency', () => {
    const others = [
      buildPosition({ ...long, marginMode: 'isolated' }),
      buildPosition({ ...long, isOpen: false }),
      buildPosition({ ...long, quantity: '0' }),
    ];
    expect(crossBuffer(others, 'USDT')).toBeNull();
    expect(crossBuffer([long], 'XBT')).toBeNull();
  });
});

describe('the margin ratio of a wallet', () => {
  const own = { maintainMargin: '0.005', takerFeeRate: '0.0006' } as const;
  const contracts = new Map<string, MaintenanceTerms>([
    ['XBTUSDTM', own],
    ['ETHUSDTM', { maintainMargin: '0.01', takerFeeRate: '0' }],
    ['XBTUSDM', own],
  ]);
  /** 500 × 0.005 and (500 + 50) × 0.0006: 2.83 to keep */
  const row = buildPosition({ ...long, initialMargin: '50', maintenanceMarginRate: null });
  const ratio = (positions: readonly Position[], change: Partial<CrossWallet> = {}) =>
    crossRatio({ positions, currency: 'USDT', equity: '150.33', contracts, ...change });

  it('has no value while the cost or the initial margin of a position is unknown', () => {
    expect(ratio([row, { ...row, positionCost: null }])).toBeNull();
    expect(ratio([row, { ...row, initialMargin: null }])).toBeNull();
  });

  it('divides the maintenance of all positions by their equity, rounded up', () => {
    // 2.83 ÷ 150.33
    expect(ratio([row])).toBe('0.018826');
    // and 3 for 300 of another contract, a short
    const other = buildPosition({ ...row, id: 'e', symbol: 'ETHUSDTM', quantity: '-10', positionCost: '-300' });
    expect(ratio([row, other])).toBe('0.038782');
  });

  it('covers a healthy wallet too, whose positions no price can liquidate', () => {
    expect(ratio([{ ...row, liquidationPrice: null }], { equity: '28300' })).toBe('0.0001');
  });

  it('uses the base currency for inverse contracts', () => {
    // 0.02 × 0.005 and (0.02 + 0.002) × 0.0006: 0.0001132 of 0.1
    const mine = buildPosition({ ...inverseLong, initialMargin: '0.002', maintenanceMarginRate: null });
    expect(ratio([mine], { currency: 'XBT', equity: '0.1' })).toBe('0.001132');
  });

  it('uses the rate of the position that the exchange states, if any', () => {
    // 500 × 0.01 + 0.33
    expect(ratio([{ ...row, maintenanceMarginRate: '0.01' }])).toBe('0.035456');
  });

  it('omits isolated positions, and has no value when their margin is unknown', () => {
    const isolated = buildPosition({ symbol: 'ETHUSDTM', marginWithPnl: '50' });
    expect(ratio([row, isolated], { equity: '200.33' })).toBe('0.018826');
    expect(ratio([row, { ...isolated, isOpen: false }])).toBe('0.018826');
    expect(ratio([row, { ...isolated, settleCurrency: 'XBT' }])).toBe('0.018826');
    expect(ratio([row, { ...isolated, marginWithPnl: null }])).toBeNull();
  });

  it('equals 1 without any equity', () => {
    expect(ratio([row], { equity: '0' })).toBe('1');
  });

  it('has no value without a cross position, or without the terms of one', () => {
    expect(ratio([])).toBeNull();
    expect(ratio([row, { ...row, id: 's', symbol: 'SOLUSDTM' }])).toBeNull();
  });
});

const order: CrossOrder = { side: 'buy', lots: '10', price: '50000', takerFeeRate: '0.0006', isReduceOnly: false };
const preview = (change: Partial<CrossOrder> = {}, options: Partial<CrossOptions> = {}) =>
  previewCross({
    positions: [long],
    terms: linear,
    markPrice: '50000',
    maintenanceRate: '0.005',
    free: '100',
    order: { ...order, ...change },
    ...options,
  });

describe('the liquidation price after an order', () => {
  it('subtracts the fee and the maintenance of new lots from the remaining loss', () => {
    // 147.5 − 0.3 − 500 × 0.0056 = 144.4 on 0.02
    expect(preview()).toEqual({
      quantityBefore: '10',
      quantityAfter: '20',
      liquidationBefore: '35250',
      liquidationAfter: '42780',
    });
  });

  it('has no value when it closes lots of unknown cost', () => {
    const positions = [{ ...long, positionCost: null }];
    expect(preview({ side: 'sell' }, { positions })).toBeNull();
    expect(preview({}, { positions })).toMatchObject({ quantityAfter: '20' });
  });

  it('subtracts the loss to the mark for a price above the mark', () => {
    // 147.5 − 10 − 0.306 − 2.856 on 0.02
    expect(preview({ price: '51000' })?.liquidationAfter).toBe('43283.1');
  });

  it('returns the maintenance of closed lots, and has none after a full close', () => {
    // 147.5 − 0.15 + 250 × 0.0056 = 148.75 on 0.005
    expect(preview({ side: 'sell', lots: '5', isReduceOnly: true })?.liquidationAfter).toBe('20250');
    expect(preview({ side: 'sell', lots: '15', isReduceOnly: true })).toMatchObject({
      quantityAfter: '0',
      liquidationAfter: null,
    });
  });

  it('counts the opened part of a reversal', () => {
    const turned = preview({ side: 'sell', lots: '30' });
    expect(turned?.quantityAfter).toBe('-20');
    // 147.5 − 0.9 + 2.8 − 5.6 = 143.8 on 0.02 above mark
    expect(turned?.liquidationAfter).toBe('57190');
  });

  it('uses the available balance for the first position of a wallet', () => {
    // 100 − 0.3 − 2.8 = 96.9 on 0.01
    expect(preview({}, { positions: [] })).toMatchObject({ liquidationBefore: null, liquidationAfter: '40310' });
    expect(preview({}, { positions: [], free: null })).toBeNull();
    expect(preview({ lots: '1' }, { positions: [] })?.liquidationAfter).toBeNull();
  });

  it('follows the reciprocals for an inverse contract', () => {
    const of = { positions: [inverseLong], terms: inverse } as const;
    // 0.005 − 0.000012 − 0.02 × 0.0056 = 0.004876 on 2000: 1 ÷ (1/50 000 + 0.000002438)
    expect(preview({ lots: '1000' }, of)?.liquidationAfter).toBe('44567.5');
    const sold = { side: 'sell', lots: '1000' } as const;
    expect(preview(sold, { ...of, positions: [], free: '1' })?.liquidationAfter).toBeNull();
  });

  it('equals the mark for a wallet without remaining loss', () => {
    expect(preview({ lots: '1000' })?.liquidationAfter).toBe('50000');
  });

  it('has no value for an unknown wallet', () => {
    expect(preview({}, { positions: [{ ...long, liquidationPrice: null }] })).toBeNull();
    expect(preview({}, { markPrice: '0' })).toBeNull();
  });

  it('never moves away from the mark with more lots', () => {
    const lots = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(lots, lots, (few, more) => {
        const near = preview({ lots: `${few}` })?.liquidationAfter ?? '0';
        const far = preview({ lots: `${few + more}` })?.liquidationAfter ?? '0';
        expect(compare(far, near)).not.toBe(-1);
      }),
    );
  });
});
