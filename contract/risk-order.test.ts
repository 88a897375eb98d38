import { expect, it } from 'vitest';
import { absolute, add, compare, type Decimal, multiply, round, subtract, sum } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { futuresUnits, type RiskContract } from '#shared/risk/futures-units.ts';
import { dollarConstants } from '#shared/risk/price-move.ts';
import { contractMoves, type Liquidation, nearerOf, orderLiquidations } from '#shared/risk/liquidation-order.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { createFuturesKit, ether, type FuturesKit, inverse, linear } from '@fathom/practice/testing';

const traded = [linear, ether, inverse];
const contracts = new Map(
  traded.map((each): readonly [string, RiskContract] => [
    each.symbol,
    { ...each, maintainMargin: each.riskLevels[0]?.maintainMargin ?? '0' },
  ]),
);

/** What the client makes of ada's records; cross rows lack what only an isolated one has. */
function positionsOf(kit: FuturesKit): readonly Position[] {
  return kit.venue.positions('ada').map(record => {
    const isCross = record.marginMode === 'CROSS';
    return buildPosition({
      id: record.symbol,
      symbol: record.symbol,
      settleCurrency: record.settleCurrency,
      marginMode: isCross ? 'cross' : 'isolated',
      quantity: record.currentQty,
      markPrice: record.markPrice,
      markValue: record.markValue,
      positionCost: record.posCost,
      initialMargin: record.posInit,
      unrealisedPnl: record.unrealisedPnl,
      liquidationPrice: record.liquidationPrice === '0' ? null : record.liquidationPrice,
      marginWithPnl: isCross ? null : record.maintMargin,
      maintenanceMargin: isCross ? null : record.posMaint,
    });
  });
}

const priceOf = (currency: string): Decimal => (currency === 'XBT' ? '50000' : '1');

function orderOf(kit: FuturesKit, coin: string | null): readonly Liquidation[] {
  const { units } = futuresUnits({
    positions: positionsOf(kit),
    contracts,
    freeOf: currency => kit.available('ada', currency),
  });
  return orderLiquidations({ units, coin, still: dollarConstants, priceOf });
}

/** Moves the index of these contracts away from where they started; what gains first is liquidated first. */
function shock(kit: FuturesKit, by: Decimal, symbols: readonly string[]): void {
  for (const symbol of symbols) {
    const start: Decimal = symbol === ether.symbol ? '2000' : '50000';
    kit.venue.setIndexPrice(symbol, round(multiply(start, add('1', by)), 2, 'half-even'));
  }
}

const isOpen = (kit: FuturesKit, symbol: string) => kit.venue.positions('ada').some(each => each.symbol === symbol);

/** ada long bitcoin at 10x, short ether at 5x, and long the inverse contract at 4x, each by itself. */
function openIsolated(): FuturesKit {
  const kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) {
    kit.fund(accountId, '5000');
    kit.fund(accountId, '1', 'XBT');
  }
  kit.fund('insurance', '100000');
  kit.fund('insurance', '10', 'XBT');
  const meet = (symbol: string, side: 'buy' | 'sell', how: { price: Decimal; size: Decimal; leverage: Decimal }) => {
    kit.mustOrder('bob', side === 'buy' ? 'sell' : 'buy', { symbol, ...how, leverage: '1' });
    kit.mustOrder('ada', side, { symbol, size: how.size, leverage: how.leverage });
  };
  meet(linear.symbol, 'buy', { price: '50000', size: '10', leverage: '10' });
  meet(ether.symbol, 'sell', { price: '2000', size: '20', leverage: '5' });
  meet(inverse.symbol, 'buy', { price: '50000', size: '100', leverage: '4' });
  return kit;
}

it('the first unit of the liquidation order is the one that the exchange liquidates first, at that move and not before', () => {
  const received = orderOf(openIsolated(), null);
  expect(received.map(({ unit }) => unit.name)).toEqual([linear.symbol, ether.symbol, inverse.symbol]);
  for (const { unit, by } of received) {
    const kit = openIsolated();
    const symbols = [unit.name];
    const stillStands = multiply(by, '0.999');
    shock(kit, stillStands, symbols);
    expect(isOpen(kit, unit.name), `${unit.name} at ${stillStands}`).toBe(true);
    shock(kit, multiply(by, '1.001'), symbols);
    expect(isOpen(kit, unit.name), `${unit.name} at ${by}`).toBe(false);
  }
});

it('the loss by one liquidation equals the decrease of the account, without the closing reserve', () => {
  const kit = openIsolated();
  const wealth = () =>
    sum([
      kit.available('ada'),
      ...kit.venue.positions('ada').flatMap(each => (each.settleCurrency === 'USDT' ? [each.maintMargin] : [])),
    ]);
  const [first] = orderOf(kit, 'BTC');
  const [before, reserve] = [wealth(), kit.venue.position('ada', linear.symbol)?.posComm ?? '0'];
  shock(kit, multiply(first?.by ?? '0', '1.001'), [linear.symbol]);
  const lost = subtract(before, wealth());
  expect(compare(absolute(subtract(lost, first?.loss ?? '0')), reserve)).toBeLessThanOrEqual(0);
});

/** ada long bitcoin and short ether on one wallet with nothing beside it. */
function openCross(): FuturesKit {
  const kit = createFuturesKit();
  for (const accountId of ['ada', 'bob', 'cyd']) kit.fund(accountId, '1000');
  kit.fund('insurance', '100000');
  kit.mustOrder('bob', 'sell', { price: '50000', size: '10', leverage: '1' });
  kit.mustOrder('ada', 'buy', { size: '10', marginMode: 'CROSS' });
  kit.mustOrder('cyd', 'buy', { symbol: ether.symbol, price: '2000', size: '20', leverage: '1' });
  kit.mustOrder('ada', 'sell', { symbol: ether.symbol, size: '20', marginMode: 'CROSS' });
  kit.ledger.withdraw({ accountId: 'ada', wallet: 'futures', currency: 'USDT', amount: kit.available('ada') });
  return kit;
}

it.each([
  ['BTC', [linear.symbol]],
  ['ETH', [ether.symbol]],
  // the short gains while the long loses: together they stand much further
  [null, [ether.symbol, linear.symbol]],
] as const)('cross positions are liquidated together at the stated move (%s)', (coin, symbols) => {
  const received = orderOf(openCross(), coin);
  expect(received).toHaveLength(1);
  const by = received[0]?.by ?? '0';
  const kit = openCross();
  shock(kit, multiply(by, '0.995'), symbols);
  expect(kit.venue.positions('ada')).toHaveLength(2);
  shock(kit, multiply(by, '1.005'), symbols);
  expect(kit.venue.positions('ada').length).toBeLessThan(2);
});

it('a move of one coin liquidates the wallet much later than a move of all coins', () => {
  const [alone, together] = [orderOf(openCross(), 'BTC'), orderOf(openCross(), null)];
  expect(compare(absolute(together[0]?.by ?? '0'), multiply(absolute(alone[0]?.by ?? '0'), '3'))).toBe(1);
});

/** How far one contract of ada's cross wallet may move by itself, when only these positions state a price. */
function aloneOf(kit: FuturesKit, symbol: string, stated: readonly string[]) {
  const hidden = { liquidationPrice: null };
  const positions = positionsOf(kit).map(each => Object.assign(each, stated.includes(each.symbol) ? {} : hidden));
  const { units, legs } = futuresUnits({ positions, contracts, freeOf: currency => kit.available('ada', currency) });
  const [wallet, leg] = [units[0], legs.find(each => each.symbol === symbol)];
  if (wallet?.kind !== 'cross' || leg === undefined) throw new Error('there is no such cross position');
  return { isAtLeast: wallet.isAtLeast, by: nearerOf(contractMoves(wallet, leg)) ?? '0' };
}

it.each([
  [linear.symbol, ether.symbol],
  [ether.symbol, linear.symbol],
])(
  'a cross position %s without a price is liquidated at the move of its contract that another one states',
  (symbol, other) => {
    const { by, isAtLeast } = aloneOf(openCross(), symbol, [other]);
    expect(isAtLeast).toBe(false);
    const kit = openCross();
    shock(kit, multiply(by, '0.995'), [symbol]);
    expect(kit.venue.positions('ada')).toHaveLength(2);
    shock(kit, multiply(by, '1.005'), [symbol]);
    expect(kit.venue.positions('ada').length).toBeLessThan(2);
  },
);

it('a cross wallet without any stated price survives at least the stated move', () => {
  const { by, isAtLeast } = aloneOf(openCross(), ether.symbol, []);
  expect(isAtLeast).toBe(true);
  expect(compare(absolute(by), '0.01')).toBe(1);
  const kit = openCross();
  shock(kit, multiply(by, '0.995'), [ether.symbol]);
  expect(kit.venue.positions('ada')).toHaveLength(2);
});
