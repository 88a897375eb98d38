import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { absolute, type Decimal, multiply, sum } from '../decimal.ts';
import { buildCrossAccount, buildMarginHolding } from '../testing/account/build-margin.ts';
import { buildBalance } from '../testing/build-balance.ts';
import { exposureOf } from './exposure.ts';
import { dollarConstants } from './price-move.ts';
import { isOtherRatio, marginUnits, ownDebtRatio } from './margin-units.ts';
import { buildMargin } from './testing/risk-units.ts';
import { buildLeg } from './testing/risk-units.ts';

const prices: Readonly<Record<string, Decimal>> = { BTC: '100', ETH: '10', USDT: '1' };
const priceOf = (currency: string) => prices[currency] ?? null;
const bitcoin = buildBalance({ total: '3', held: '1', available: '2' });
const margin = buildCrossAccount({
  id: 'cross',
  symbol: null,
  type: 'cross',
  debtRatio: '0.5',
  holdings: [
    buildMarginHolding({ currency: 'ETH', total: '4', liability: '6' }),
    buildMarginHolding({ currency: 'SOL' }),
  ],
});
const worth = (each: string, sized: Decimal) => multiply(prices[each] ?? '0', sized);
const nothing = { balances: [], marginAccounts: [], legs: [], priceOf, still: dollarConstants };

describe('exposure', () => {
  it('does not state the hold of a coin when one wallet does not report it', () => {
    const silent = buildBalance({ wallet: 'main', total: '1', held: null });
    const { coins } = exposureOf({
      ...nothing,
      balances: [bitcoin, silent, buildBalance({ currency: 'ETH', total: '1' })],
    });
    expect(coins.map(({ coin, spot, held }) => [coin, spot, held])).toEqual([
      ['BTC', '4', null],
      ['ETH', '1', '0'],
    ]);
  });

  it('exposure of a coin sums wallets, assets and liabilities of margin accounts, and contracts', () => {
    const inverse = buildLeg({ units: '-50', isInverse: true, settleCurrency: 'XBT' });
    const { coins, delta, collateral, leftOut } = exposureOf({
      ...nothing,
      balances: [
        bitcoin,
        buildBalance({ wallet: 'futures', currency: 'XBT', total: '1.5', held: '1' }),
        buildBalance({ wallet: 'margin', currency: 'ETH', total: '4' }),
        buildBalance({ wallet: 'isolated', currency: 'ETH', total: '4' }),
      ],
      marginAccounts: [margin],
      legs: [buildLeg(), inverse],
    });
    expect(coins).toEqual([
      {
        coin: 'BTC',
        spot: '3',
        held: '1',
        margin: '0',
        debt: '0',
        futures: '1.5',
        collateral: '1.5',
        net: '6',
        gross: '6',
        price: '100',
        netValue: '600',
        grossValue: '600',
        deltaValue: '600',
      },
      {
        coin: 'ETH',
        spot: '0',
        held: '0',
        margin: '4',
        debt: '-6',
        futures: '0',
        collateral: '0',
        net: '-2',
        gross: '10',
        price: '10',
        netValue: '-20',
        grossValue: '100',
        deltaValue: '-20',
      },
    ]);
    expect([delta, collateral, leftOut]).toEqual([{ net: '580', gross: '700' }, '150', []]);
  });

  it('exposure of a coin without a price is shown and not in the totals, which say so', () => {
    const odd = ['ZZZ', 'AAA'].map(currency => buildBalance({ currency, total: '5', held: '0' }));
    const { coins, delta, leftOut } = exposureOf({
      ...nothing,
      balances: [bitcoin, ...odd, buildBalance({ currency: 'ETH', total: '7' })],
    });
    expect(coins.map(({ coin, netValue }) => [coin, netValue])).toEqual([
      ['BTC', '300'],
      ['ETH', '70'],
      ['AAA', null],
      ['ZZZ', null],
    ]);
    expect(delta.net).toBe('370');
    expect(leftOut).toEqual([
      { what: 'AAA', reason: 'No market price.' },
      { what: 'ZZZ', reason: 'No market price.' },
    ]);
  });

  it('exposure is empty without assets', () => {
    expect(exposureOf(nothing)).toEqual({
      coins: [],
      delta: { net: '0', gross: '0' },
      stable: '0',
      collateral: '0',
      leftOut: [],
    });
  });

  it('counts stablecoins and their collateral as no delta', () => {
    const exposure = exposureOf({
      ...nothing,
      balances: [
        bitcoin,
        buildBalance({ currency: 'USDT', total: '500', held: '0' }),
        buildBalance({ wallet: 'futures', currency: 'USDT', total: '80', held: '0' }),
      ],
    });
    expect(exposure).toMatchObject({ delta: { net: '300', gross: '300' }, stable: '580', collateral: '80' });
    expect(exposure.coins.map(({ coin, deltaValue }) => [coin, deltaValue])).toEqual([
      ['USDT', '0'],
      ['BTC', '300'],
    ]);
  });

  it('omits a stablecoin without a price from the totals and names it', () => {
    const balances = [bitcoin, buildBalance({ currency: 'USDT', total: '500', held: '0' })];
    const unpriced = (coin: string) => (coin === 'USDT' ? null : nothing.priceOf(coin));
    expect(exposureOf({ ...nothing, balances, priceOf: unpriced })).toMatchObject({
      delta: { net: '300', gross: '300' },
      stable: '0',
      collateral: '0',
      leftOut: [{ what: 'USDT', reason: 'No market price.' }],
    });
  });

  it('nets to the sum of all amounts in any distribution', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 }).map((each): Decimal => `${each}`);
    const currency = fc.constantFrom('BTC', 'ETH', 'USDT');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(currency, amount)),
        fc.array(fc.tuple(currency, amount, amount)),
        fc.array(fc.tuple(currency, fc.integer({ min: -500, max: 500 }))),
        (held, lent, moved) => {
          const { coins, delta, stable } = exposureOf({
            ...nothing,
            balances: held.map(([each, total]) => buildBalance({ currency: each, total })),
            marginAccounts: lent.map(([each, total, liability]) =>
              buildCrossAccount({ holdings: [buildMarginHolding({ currency: each, total, liability })] }),
            ),
            legs: moved.map(([baseCurrency, units]) => buildLeg({ baseCurrency, units: `${units}` })),
          });
          const all = [
            ...held.map(([each, total]) => worth(each, total)),
            ...lent.flatMap(([each, total, owed]) => [worth(each, total), multiply('-1', worth(each, owed))]),
            ...moved.map(([each, units]) => worth(each, `${units}`)),
          ];
          expect(sum([delta.net, stable])).toBe(sum(all));
          for (const each of coins) {
            const parts = [each.spot, each.margin, each.debt, each.futures, each.collateral];
            expect(each.net).toBe(sum(parts));
            expect(each.gross).toBe(sum(parts.map(absolute)));
          }
          const moving = coins.filter(({ coin }) => coin !== 'USDT');
          expect(delta.gross).toBe(sum(moving.map(({ grossValue }) => grossValue ?? '0')));
        },
      ),
    );
  });
});

describe('margin accounts as units', () => {
  const config = { liquidationDebtRatio: '0.97' } as const;
  const build = (changes: Partial<Parameters<typeof marginUnits>[0]> = {}) =>
    marginUnits({ accounts: [margin], config, symbols: [], priceOf, ...changes });

  it('include those with an asset or liability, with their own line or that of all', () => {
    const pair = buildCrossAccount({ ...margin, id: 'ETH-USDT', symbol: 'ETH-USDT' });
    const empty = buildCrossAccount({ ...margin, id: 'E', holdings: [buildMarginHolding()] });
    const rules = [{ symbol: 'ETH-USDT', liquidationDebtRatio: '0.9' }] as const;
    expect(build({ accounts: [margin, pair, empty], symbols: rules })).toMatchObject({
      units: [
        { id: 'cross', name: 'Cross margin', liquidationRatio: '0.97', holdings: [{ currency: 'ETH', price: '10' }] },
        { id: 'ETH-USDT', name: 'ETH-USDT isolated', liquidationRatio: '0.9' },
      ],
      leftOut: [],
    });
  });

  it('margin accounts as units are omitted with the reason when a price or the line is missing', () => {
    const unknownLine = {
      units: [],
      leftOut: [{ reason: 'The debt ratio at which it is liquidated has not arrived.' }],
    };
    expect(build({ config: undefined, symbols: undefined })).toMatchObject(unknownLine);
    expect(build({ config: { liquidationDebtRatio: '0' } })).toMatchObject(unknownLine);
    expect(build({ priceOf: () => null }).leftOut).toEqual([
      { what: 'Cross margin', reason: 'There is no price for ETH.' },
    ]);
  });

  it('have a debt ratio by our prices, and warn when it differs by half a point from that of the exchange', () => {
    const { holdings } = buildMargin();
    expect(ownDebtRatio({ holdings })).toBe('0.8');
    const [coin, dollars] = holdings;
    const dearer = holdings.map(each => Object.assign({}, each, each === coin ? { price: '12' } : {}));
    // 80 over 120, rounded against the holder
    expect(ownDebtRatio({ holdings: dearer })).toBe('0.6667');
    expect(ownDebtRatio({ holdings: dollars === undefined ? [] : [dollars] })).toBeNull();
    expect(isOtherRatio('0.8', '0.805')).toBe(false);
    expect(isOtherRatio('0.8', '0.8051')).toBe(true);
    expect(isOtherRatio('0.8', '0.7949')).toBe(true);
  });
});
