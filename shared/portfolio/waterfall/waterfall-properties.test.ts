import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, type Decimal, fromUnits, negate, subtract, sum } from '../../decimal.ts';
import type { PoolRow } from '../rows/pool-row.ts';
import { runPools } from '../pools/run-pools.ts';
import { buildEnd, buildMovement } from '../testing/example-j.ts';
import { buildChange, buildFlow, buildOpening, buildTrade, openGain } from '../testing/pool-rows.ts';
import type { MovementPart, ValueMovement } from './value-movement.ts';
import { computeWaterfall, type SpanEnd, type Waterfall } from './waterfall.ts';

const coins = ['USDT', 'BTC', 'ETH'] as const;
const amounts = fc.integer({ min: -5000, max: 5000 }).map(units => fromUnits(BigInt(units), 3));
const parts = fc.constantFrom<MovementPart>('price', 'trades', 'fees', 'funding', 'in', 'out', 'other', 'unclassified');
const steps = fc.array(fc.record({ coin: fc.constantFrom(...coins), amount: amounts, part: parts }), { maxLength: 25 });
const quantities = fc.record({ USDT: amounts, BTC: amounts, ETH: amounts });
const priceOf = (coin: string, atMs: number) =>
  fromUnits(BigInt(100 + (((atMs / 60_000) * 37) % 91)) * (coin === 'BTC' ? 7n : 1n), 1);

function movementsOf(all: readonly { readonly coin: string; readonly amount: Decimal; readonly part: MovementPart }[]) {
  return all.map((step, at): ValueMovement => buildMovement(at + 1, step));
}

/** What is held in a minute when nothing is missing. */
function heldAt(
  start: Readonly<Record<string, Decimal>>,
  movements: readonly ValueMovement[],
  minute: number,
): SpanEnd {
  const held = coins.map((coin): [string, Decimal] => {
    const moved = movements.filter(each => each.coin === coin && each.atMs <= minute * 60_000);
    return [coin, sum([start[coin] ?? '0', ...moved.map(({ amount }) => amount)])];
  });
  return buildEnd(minute, Object.fromEntries(held));
}

function between(movements: readonly ValueMovement[], start: SpanEnd, end: SpanEnd): Waterfall {
  const within = movements.filter(({ atMs }) => atMs > start.atMs && atMs <= end.atMs);
  return computeWaterfall({ start, end, movements: within, currency: 'USDT', priceOf });
}

function restOf({ parts: { price, unexplained } }: Waterfall): Decimal {
  return add(price, unexplained);
}

describe('waterfalls of random ledgers', () => {
  it('add up from start to end exactly, also with missing rows', () => {
    fc.assert(
      fc.property(quantities, quantities, quantities, steps, (first, last, open, all) => {
        const start = buildEnd(0, first);
        const end = { ...buildEnd(30, last), unrealised: new Map(Object.entries(open)) };
        const waterfall = between(movementsOf(all), start, end);
        expect(sum([waterfall.start, ...Object.values(waterfall.parts)])).toBe(waterfall.end);
        expect(add(waterfall.pnl, add(waterfall.parts.in, waterfall.parts.out))).toBe(
          subtract(waterfall.end, waterfall.start),
        );
      }),
    );
  });

  it('have the same parts when the span is split', () => {
    fc.assert(
      fc.property(quantities, steps, fc.integer({ min: 0, max: 30 }), (first, all, cut) => {
        const movements = movementsOf(all);
        const [start, middle, end] = [0, cut, 30].map(minute => heldAt(first, movements, minute));
        if (start === undefined || middle === undefined || end === undefined) throw new Error('no ends');
        const whole = between(movements, start, end);
        const [one, two] = [between(movements, start, middle), between(movements, middle, end)];
        for (const part of ['price', 'trades', 'fees', 'funding', 'in', 'out', 'other', 'unclassified'] as const)
          expect(add(one.parts[part], two.parts[part]), part).toBe(whole.parts[part]);
        expect(whole.parts.unexplained).toBe('0');
        expect(add(one.pnl, two.pnl)).toBe(whole.pnl);
      }),
    );
  });

  it('have the same P&L when the span is split and amounts are missing', () => {
    fc.assert(
      fc.property(quantities, quantities, quantities, steps, (first, half, last, all) => {
        const movements = movementsOf(all);
        const [start, middle, end] = [buildEnd(0, first), buildEnd(12, half), buildEnd(30, last)];
        const whole = between(movements, start, end);
        const [one, two] = [between(movements, start, middle), between(movements, middle, end)];
        expect(add(one.pnl, two.pnl)).toBe(whole.pnl);
        expect(add(restOf(one), restOf(two))).toBe(restOf(whole));
      }),
    );
  });
});

function poolRow(
  step: { readonly kind: string; readonly amount: Decimal; readonly funds: Decimal; readonly fee: Decimal },
  minute: number,
): PoolRow {
  const { kind, amount, funds, fee } = step;
  if (kind === 'in' || kind === 'out') return buildFlow(minute, { kind, amount });
  if (kind === 'fee' || kind === 'interest') return buildChange(minute, { reason: kind, amount: negate(amount) });
  return buildTrade(minute, { side: kind === 'buy' ? 'buy' : 'sell', size: amount, funds, fee });
}

function rowMovements(row: PoolRow): readonly ValueMovement[] {
  const minute = row.atMs / 60_000;
  if (row.kind === 'in') return [buildMovement(minute, { coin: 'BTC', amount: row.amount })];
  if (row.kind === 'out') return [buildMovement(minute, { coin: 'BTC', amount: negate(row.amount), part: 'out' })];
  if (row.kind === 'change') return [buildMovement(minute, { coin: 'BTC', amount: row.amount, part: 'fees' })];
  if (row.kind !== 'trade') return [];
  const [size, funds] = row.side === 'buy' ? [row.size, negate(row.funds)] : [negate(row.size), row.funds];
  return [
    buildMovement(minute, { coin: 'BTC', amount: size, part: 'trades' }),
    buildMovement(minute, { amount: funds, part: 'trades' }),
    buildMovement(minute, { amount: negate(row.fee), part: 'fees' }),
  ];
}

describe('waterfall and pools of one random ledger', () => {
  const size = fc.integer({ min: 1, max: 300 }).map(units => fromUnits(BigInt(units), 2));
  const rows = fc.array(
    fc.record({
      kind: fc.constantFrom('buy', 'sell', 'in', 'out', 'fee', 'interest'),
      amount: size,
      funds: size,
      fee: size,
    }),
    { maxLength: 20 },
  );

  it('agree: gains + open + charges = P&L', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom('average', 'fifo'), (all, method) => {
        const ledger = all.map((step, at) => poolRow(step, at + 1));
        const pools = runPools([buildOpening({ held: '1000', owed: '999' }), ...ledger], {
          method,
          currency: 'USDT',
          priceOf,
        });
        const movements = ledger.flatMap(rowMovements);
        const start = { BTC: '1', USDT: '0', ETH: '0' } as const;
        const waterfall = between(movements, buildEnd(0, start), heldAt(start, movements, 30));
        const gains = pools.gains.map(({ gain }) => gain ?? '0');
        const charges = pools.charges.map(({ value }) => value ?? '0');
        const open = openGain(pools, 'BTC', priceOf('BTC', 1_800_000));
        expect(sum([...gains, ...charges, open])).toBe(waterfall.pnl);
        expect(waterfall.parts.unexplained).toBe('0');
      }),
    );
  });
});
