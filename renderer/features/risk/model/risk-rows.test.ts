import { describe, expect, it } from 'vitest';
import type { Position } from '#shared/domain/market/futures.ts';
import { futuresUnits } from '#shared/risk/futures-units.ts';
import { marginUnits } from '#shared/risk/margin-units.ts';
import { buildCrossAccount, buildIsolatedAccount, marginConfig } from '#shared/testing/account/build-margin.ts';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { byDanger, marginRow, positionRow, type RowFacts } from './risk-rows.ts';
import { dangerOf } from '#lib/orders/liquidation-danger.ts';
import { settleTotals } from './settle-totals.ts';

const position = buildPosition({ markPrice: '100', markValue: '0.1', liquidationPrice: '90', settleCurrency: 'USDT' });
const cross: Position = {
  ...position,
  id: 'c',
  marginMode: 'cross',
  liquidationPrice: null,
  marginWithPnl: null,
  maintenanceMargin: null,
};
const contracts = new Map([
  ['XBTUSDTM', buildFuturesContract()],
  ['ETHUSDTM', buildFuturesContract({ symbol: 'ETHUSDTM', baseCurrency: 'ETH' })],
]);
const accounts = [
  buildCrossAccount(),
  buildIsolatedAccount(),
  buildIsolatedAccount({ id: 'SOL-USDT', symbol: 'SOL-USDT', debtRatio: '0' }),
];

function factsOf(positions: readonly Position[], change: Partial<RowFacts> = {}): RowFacts {
  const futures = futuresUnits({ positions, contracts, freeOf: () => '1000' });
  const margin = marginUnits({
    accounts,
    config: marginConfig,
    symbols: [],
    priceOf: currency => (currency === 'ETH' ? '1000' : '1'),
  });
  return {
    legs: new Map(futures.legs.map(leg => [leg.symbol, leg])),
    fundings: new Map(),
    movements: new Map(),
    stops: [],
    units: new Map([...futures.units, ...margin.units].map(unit => [unit.id, unit])),
    positions,
    equityOf: () => null,
    contracts,
    nowMs: 0,
    ...change,
  };
}

describe('a position on the risk page', () => {
  it('has its distance from mark, also as a short, and in days when the movement is known', () => {
    const facts = factsOf([position], { movements: new Map([['futures:XBTUSDTM', '0.05']]) });
    expect(positionRow(position, facts)).toMatchObject({ distance: '0.1', days: '2', cover: '0' });
    const short: Position = { ...position, quantity: '-1', liquidationPrice: '104' };
    expect(positionRow(short, factsOf([short]))).toMatchObject({ distance: '0.04', days: null });
    expect(positionRow({ ...position, markPrice: '0' }, facts).distance).toBeNull();
  });

  it('has the headroom of its risk limit over the value at entry', () => {
    const placed = { ...position, riskLimit: '100', positionCost: '-30' } as const;
    expect(positionRow(placed, factsOf([placed])).headroom).toBe('70');
    expect(positionRow({ ...placed, riskLimit: null }, factsOf([placed])).headroom).toBeNull();
    expect(positionRow({ ...placed, marginMode: 'cross' }, factsOf([placed])).headroom).toBeNull();
  });

  it('a cross position is safe when nothing can liquidate its wallet, and unknown with an unknown wallet', () => {
    expect(positionRow(cross, factsOf([cross]))).toMatchObject({ distance: null, isSafe: true, ratio: null });
    const unknown = positionRow(cross, factsOf([cross], { units: new Map() }));
    expect(unknown).toMatchObject({ distance: null, isSafe: false });
    expect(unknown.distanceReason).toContain('Fathom cannot calculate it');
    expect(positionRow({ ...position, liquidationPrice: null }, factsOf([position])).isSafe).toBe(false);
  });

  it('a cross position without a price has the liquidating move of its contract, with its source', () => {
    // 1000 free, less a maintenance of 0.377, on 20 bitcoin at 100
    const short: Position = { ...cross, quantity: '-20000', unrealisedPnl: '0', initialMargin: '0' };
    const movements = new Map([['futures:XBTUSDTM', '0.1']] as const);
    expect(positionRow(short, factsOf([short], { movements }))).toMatchObject({
      distance: '0.499812',
      basis: 'lower-bound',
      distanceOf: 'rise of XBTUSDTM alone',
      days: '4.99',
      isSafe: false,
    });
    // another one of the wallet states a price: 10 may be lost
    const stated: Position = { ...cross, id: 'o', symbol: 'ETHUSDTM', quantity: '1000', liquidationPrice: '90' };
    const row = positionRow(short, factsOf([short, stated]));
    expect(row).toMatchObject({ distance: '0.005', basis: 'computed' });
    expect(positionRow(stated, factsOf([short, stated]))).toMatchObject({ distance: '0.1', basis: 'reported' });
    expect(positionRow({ ...short, liquidationPrice: '0' }, factsOf([short, stated])).distance).toBe('0.005');
  });

  it('states when only all coins together, or another coin, can liquidate it', () => {
    const long: Position = { ...cross, quantity: '6000', unrealisedPnl: '0', initialMargin: '0', positionCost: '0' };
    const other: Position = { ...long, id: 'e', symbol: 'ETHUSDTM' };
    const movements = new Map([['futures:XBTUSDTM', '0.1']] as const);
    const rowOf = (mine: Position, also: Position) => positionRow(mine, factsOf([mine, also], { movements }));
    expect(rowOf(long, other)).toMatchObject({
      distanceOf: 'fall of all coins',
      distance: '0.833334',
      days: null,
      daysReason: expect.stringContaining('several coins'),
    });
    const hedge: Position = { ...other, quantity: '-12000' };
    expect(rowOf({ ...long, quantity: '1' }, hedge)).toMatchObject({ distanceOf: 'rise of all coins' });
    const safe = rowOf({ ...long, quantity: '9000' }, hedge);
    expect(safe).toMatchObject({ distance: null, isSafe: false });
    expect(safe.distanceReason).toContain('ETH');
  });

  it('an isolated position with the lowest price of the exchange is safe', () => {
    const long: Position = { ...position, liquidationPrice: '0' };
    expect(positionRow(long, factsOf([long]))).toMatchObject({ distance: null, isSafe: true, basis: 'reported' });
  });

  it('a cross position has the ratio of its wallet, healthy or not', () => {
    const held: Position = { ...cross, positionCost: '500', initialMargin: '50', maintenanceMarginRate: null };
    const row = positionRow(held, factsOf([held], { equityOf: () => '23300' }));
    // 500 × 0.004 and (500 + 50) × 0.0006: 2.33 of 23 300
    expect(row).toMatchObject({ isSafe: true, ratio: '0.0001' });
  });

  it('has no SL coverage and no funding when they are unknown', () => {
    const row = positionRow(position, factsOf([position], { stops: undefined }));
    expect(row).toMatchObject({ cover: null, funding: null });
    expect(positionRow({ ...position, quantity: '0' }, factsOf([position])).cover).toBeNull();
  });
});

describe('a margin account on the risk page', () => {
  it('a margin account of a pair depends on its coin, and on all coins otherwise', () => {
    const facts = factsOf([], { movements: new Map([['spot:ETH-USDT', '0.01']]) });
    const [all, pair, safe] = accounts.map(account => marginRow(account, facts, 5));
    expect(pair).toMatchObject({ title: 'ETH-USDT isolated', distanceOf: 'fall of ETH', notional: '2000', asOfMs: 5 });
    expect(Number(pair?.days)).toBeGreaterThan(1);
    expect(all).toMatchObject({ title: 'Cross margin', days: null, isSafe: true });
    expect(safe).toMatchObject({ distance: null, isSafe: true, daysReason: 'No distance.' });
  });

  it('a margin account without a line or a price is unknown', () => {
    const row = marginRow(buildCrossAccount(), factsOf([], { units: new Map() }), null);
    // the value of the exchange is shown all the same
    expect(row.debtRatio).toBe(buildCrossAccount().debtRatio);
    expect(row).toMatchObject({ ownDebtRatio: null, debtLine: null });
    expect(row).toMatchObject({ distance: null, isSafe: false, notional: null, ratio: null });
  });
});

const at = (title: string, distance: '0.04' | '0.16' | null, isSafe = false) => ({
  ...positionRow(position, factsOf([position])),
  title,
  distance,
  isSafe,
});

it('risk rows are sorted: near, unknown, calm, and those that nothing liquidates', () => {
  const rows = [at('safe', null, true), at('calm', '0.16'), at('b', null), at('a', null), at('near', '0.04')];
  expect(rows.toSorted(byDanger).map(({ title }) => title)).toEqual(['near', 'a', 'b', 'calm', 'safe']);
  expect((['0.04', '0.05', '0.15', null] as const).map(dangerOf)).toEqual(['danger', 'warning', 'calm', 'unknown']);
});

it('risk rows name the positions whose value at mark a sum omits', () => {
  const row = positionRow({ ...position, markValue: null }, factsOf([position]));
  expect(row.notional).toBeNull();
  const { totals, leftOut } = settleTotals([row, positionRow(position, factsOf([position]))], []);
  expect(totals[0]?.notional).toBe('0.1');
  expect(leftOut.map(({ what }) => what)).toContain('Notional of XBTUSDTM');
});

it('wallets are summed each currency by itself, and say what they lack', () => {
  const rows = [position, { ...position, id: 'x', settleCurrency: 'XBT' }].map(each =>
    positionRow(each, factsOf([each])),
  );
  const equity = { positionMargin: '2', orderMargin: '1', frozen: '0.5', unrealisedPnl: '0.5' } as const;
  const wallet = buildBalance({ wallet: 'futures', currency: 'USDT', total: '9', available: '5', equity });
  const { totals, leftOut } = settleTotals(rows, [wallet]);
  expect(totals.map(({ currency, available, notional }) => [currency, available, notional])).toEqual([
    ['USDT', '5', '0.1'],
    ['XBT', null, '0.1'],
  ]);
  expect(leftOut.map(({ what }) => what)).toEqual(['Equity XBT', 'Funding of XBTUSDTM']);
  expect(settleTotals(rows, undefined).leftOut.map(({ what }) => what)).toContain('Equity USDT');
  const other = settleTotals(rows, [{ ...wallet, total: '9.1' }]);
  expect(other.totals[0]?.difference).toBe('0.1');
  expect(other.leftOut[0]?.reason).toBe('It differs from the sum of its parts by +0.1.');
});
