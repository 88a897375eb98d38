import { describe, expect, it } from 'vitest';
import { type Decimal, divide, multiply, round, toUnits } from '#shared/decimal.ts';
import { createTerms, rateUnits, valueOf, writePrice } from '../contract/terms.ts';
import { inverse, linear } from '../testing/venue-kit.ts';
import {
  bankruptPriceOf,
  closingLimitOf,
  equityAt,
  isLiquidatable,
  liquidationPriceOf,
  maintenanceOf,
  priceOfEquity,
  shownPrice,
  unrealisedAt,
} from './figures.ts';
import { applyLeg, flatPosition, marginOf, openingMargin, type PositionState } from './state.ts';

const terms = createTerms(linear);
const inverted = createTerms(inverse);

/**
 * Position records that the service has published: the answers of POST deposit-margin, GET position and GET positions
 * in its REST description, and of the position channel in its websocket description. All long, one lot of XBTUSDTM.
 */
const published = [
  {
    name: 'deposit-margin',
    step: '1',
    leverage: '20',
    markPrice: '43536.65',
    posCost: '43.388',
    posCross: '0.000024985',
    posInit: '2.1694',
    posComm: '0.02733446',
    posLoss: '0',
    posMargin: '2.19675944',
    posMaint: '0.24861326',
    maintMargin: '2.34540944',
    unrealisedPnl: '0.14865',
    unrealisedPnlPcnt: 0.0034,
    unrealisedRoePcnt: 0.0685,
    liquidationPrice: '41440',
    bankruptPrice: '41218',
  },
  {
    name: 'position',
    step: '0.01',
    leverage: null,
    markPrice: '68900.7',
    posCost: '67.4309',
    posCross: '0.01645214',
    posInit: '22.4769666644',
    posComm: '0.0539546299',
    posLoss: '0.03766885',
    posMargin: '22.5097045843',
    posMaint: '0.3931320569',
    maintMargin: '23.9795045843',
    unrealisedPnl: '1.4698',
    unrealisedPnlPcnt: 0.0218,
    unrealisedRoePcnt: 0.0654,
    liquidationPrice: '45314.33',
    bankruptPrice: '44975.16',
  },
  {
    name: 'positions',
    step: '0.01',
    leverage: null,
    markPrice: '68323.06',
    posCost: '67.4309',
    posCross: '0.06225152',
    posInit: '22.2769666644',
    posComm: '0.0539821899',
    posLoss: '0.26210915',
    posMargin: '22.1310912243',
    posMaint: '0.4046228699',
    maintMargin: '23.0232512243',
    unrealisedPnl: '0.89216',
    unrealisedPnlPcnt: 0.0132,
    unrealisedRoePcnt: 0.04,
    liquidationPrice: '45704.44',
    bankruptPrice: '45353.8',
  },
  {
    name: 'position channel',
    step: '0.01',
    leverage: '5',
    markPrice: '91839.79',
    posCost: '91.6945',
    posCross: '0',
    posInit: '18.3389',
    posComm: '0.06602004',
    posLoss: '0',
    posMargin: '18.40492004',
    posMaint: '0.5634627025',
    maintMargin: '18.55021004',
    unrealisedPnl: '0.14529',
    unrealisedPnlPcnt: 0.0016,
    unrealisedRoePcnt: 0.0079,
    liquidationPrice: '73853.0426625',
    bankruptPrice: '73355.6',
  },
] as const;

const money = (text: Decimal): bigint => toUnits(text, terms.moneyScale);
const toleratedMoney = money('0.00000001');

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

describe.each(published)('the published record of $name', record => {
  const state: PositionState = {
    ...flatPosition('ISOLATED'),
    quantity: 1n,
    cost: money(record.posCost),
    initial: money(record.posInit),
    added: money(record.posCross),
    reserve: money(record.posComm),
    loss: money(record.posLoss),
  };
  const mark = toUnits(record.markPrice, terms.priceScale);
  const step = toUnits(record.step, terms.priceScale);

  it('has posMargin = posInit + posCross + posComm − posLoss', () => {
    expect(magnitude(marginOf(state) - money(record.posMargin))).toBeLessThanOrEqual(toleratedMoney);
  });

  it('has maintMargin = posMargin + unrealisedPnl', () => {
    expect(unrealisedAt(terms, state, mark)).toBe(money(record.unrealisedPnl));
    expect(magnitude(equityAt(terms, state, mark) - money(record.maintMargin))).toBeLessThanOrEqual(toleratedMoney);
  });

  it('has its ratios', () => {
    const ratio = (divisor: Decimal) =>
      Number(divide(record.unrealisedPnl, divisor, { scale: 4, rounding: 'half-even' }));
    expect(ratio(record.posCost)).toBeCloseTo(record.unrealisedPnlPcnt, 3);
    expect(ratio(record.posInit)).toBeCloseTo(record.unrealisedRoePcnt, 3);
  });

  it('has liquidation and bankruptcy price within one unit of its rounding', () => {
    const price = (floor: Decimal) => priceOfEquity(terms, state, { floor: money(floor), step }) ?? 0n;
    expect(
      magnitude(price(record.posMaint) - toUnits(round(record.liquidationPrice, 2, 'down'), 2)),
    ).toBeLessThanOrEqual(step);
    expect(magnitude(price(record.posComm) - toUnits(round(record.bankruptPrice, 2, 'down'), 2))).toBeLessThanOrEqual(
      step,
    );
  });

  it('has the margin that we would require at its leverage', () => {
    if (record.leverage === null) return;
    const { initial, reserve } = openingMargin(terms, state.cost, rateUnits(record.leverage));
    expect(initial).toBe(money(record.posInit));
    expect(magnitude(reserve - money(record.posComm))).toBeLessThanOrEqual(toleratedMoney * 2n);
  });
});

function open(of: typeof terms, lots: bigint, leverage: Decimal): PositionState {
  const price = 5_000_000n;
  const leg = { lots, cost: valueOf(of, lots, price), leverage: rateUnits(leverage), timeMs: 0 };
  return applyLeg(of, flatPosition('ISOLATED'), leg).state;
}

function prices(of: typeof terms, state: PositionState) {
  const write = (price: bigint | null) => writePrice(of, shownPrice(of, state, price));
  return [write(liquidationPriceOf(of, state)), write(bankruptPriceOf(of, state))];
}

describe('liquidation and bankruptcy', () => {
  it('liquidation and bankruptcy are below a long and above a short, rounded towards the mark', () => {
    // 10x: initial 10 %, maintenance 0.5 %
    expect(prices(terms, open(terms, 3n, '10'))).toEqual(['45250', '45000']);
    expect(prices(terms, open(terms, -3n, '10'))).toEqual(['54750', '55000']);
    expect(prices(terms, open(terms, 3n, '33'))).toEqual(['48734.9', '48484.9']);
    expect(prices(terms, open(terms, -3n, '33'))).toEqual(['51265.1', '51515.1']);
  });

  it('follow 1/price for inverse contracts', () => {
    const [long] = prices(inverted, open(inverted, 100n, '10'));
    const [short] = prices(inverted, open(inverted, -100n, '10'));
    // 1/liq = 1/entry ± (posMargin − posMaint)/u with (10 % − 0.5 %) of 1/entry
    expect(long).toBe('45662.2');
    expect(short).toBe('55248.6');
  });

  it('show 0 and the highest price when no price can reach them', () => {
    const covered = (lots: bigint, of = terms) => ({
      ...open(of, lots, '1'),
      added: valueOf(of, 1n, 5_000_000n) ** 2n,
    });
    expect(prices(terms, covered(1n))).toEqual(['0', '0']);
    expect(prices(inverted, { ...open(inverted, -100n, '1') })).toEqual(['1000000', '1000000']);
    const nearly = { ...open(terms, -1n, '1'), added: money('2000') };
    expect(prices(terms, nearly)).toEqual(['1000000', '1000000']);
    expect(isLiquidatable(terms, covered(1n), 1n)).toBe(false);
    expect(isLiquidatable(terms, nearly, 99_999_999n)).toBe(false);
  });

  it('happens when the mark reaches the shown price, not before', () => {
    const long = open(terms, 3n, '10');
    const short = open(terms, -3n, '10');
    expect([4_525_001n, 4_525_000n, 4_524_999n].map(mark => isLiquidatable(terms, long, mark))).toEqual([
      false,
      true,
      true,
    ]);
    expect([5_474_999n, 5_475_000n].map(mark => isLiquidatable(terms, short, mark))).toEqual([false, true]);
    expect(isLiquidatable(terms, flatPosition('ISOLATED'), 1n)).toBe(false);
  });

  it('uses the level of the position value for its maintenance', () => {
    expect(maintenanceOf(terms, open(terms, 20n, '10'))).toBe(money('5') + money('0.66'));
    expect(maintenanceOf(terms, open(terms, 40n, '10'))).toBe(money('20') + money('1.32'));
  });

  it.each([
    ['linear long', terms, 100n],
    ['linear short', terms, -100n],
    ['inverse long', inverted, 100n],
    ['inverse short', inverted, -100n],
  ] as const)('moves away from a %s and stops at the bounds as margin is added', (_name, own, lots) => {
    const first = open(own, lots, '10');
    let previous = shownPrice(own, first, liquidationPriceOf(own, first));
    for (let step = 1n; step < 40n; step += 1n) {
      const state = { ...first, added: (first.initial / 2n) * step };
      const price = shownPrice(own, state, liquidationPriceOf(own, state));
      expect(lots > 0n ? price <= previous : price >= previous).toBe(true);
      expect(price >= 0n && price <= own.maxPrice).toBe(true);
      previous = price;
    }
  });
});

describe('closingLimitOf', () => {
  it('returns the price at which margin pays loss and taker fee, to the tick', () => {
    for (const each of [terms, inverted]) {
      for (const lots of [300n, -300n]) {
        const state = { ...open(each, lots, '10'), added: each === terms ? money('20') : 0n };
        const limit = closingLimitOf(each, state) ?? 0n;
        const rest = (price: bigint) => {
          const fee = (magnitude(valueOf(each, lots, price)) * each.takerFee) / 10_000_000_000n;
          return equityAt(each, state, price) - fee;
        };
        const away = lots > 0n ? -each.tick : each.tick;
        expect(rest(limit) >= 0n).toBe(true);
        expect(rest(limit + away) < 0n).toBe(true);
      }
    }
  });

  it('returns nothing when the margin covers any price', () => {
    const rich = { ...open(terms, 1n, '1'), added: money(multiply('50', '2')) };
    expect(closingLimitOf(terms, rich)).toBeNull();
    const short = open(inverted, -100n, '1');
    expect(closingLimitOf(inverted, short)).toBeNull();
  });
});
