import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Decimal, fromUnits } from '#shared/decimal.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { type Fraction, fraction, isAtMost, minus, over, plus, times } from '#shared/testing/proof/fraction.ts';
import { isMargined } from './margin-preview.ts';
import { scenarioGrid, scenarioMoves } from './scenario-grid.ts';

/** The prices are tried one after the other, in exact fractions, and by nothing of ours. */

const lastTick = 2000;
const terms = (isInverse: boolean) => ({ multiplier: isInverse ? '100' : '0.1', tickSize: '0.5', isInverse }) as const;
const hair: Fraction = { top: 1n, bottom: 10n ** 18n };
const tickAt = (tick: number): Fraction => over(fraction(tick), fraction(2));

interface Held {
  readonly isLong: boolean;
  readonly isInverse: boolean;
  readonly lots: number;
  /** in half points */
  readonly entry: number;
  /** what it may lose */
  readonly buffer: Fraction;
}

/** Whether what it may lose is not used up at a price, a hair more or less. */
function isSolvent({ isLong, isInverse, lots, entry, buffer }: Held, tick: number, more: Fraction): boolean {
  const units = times(fraction(lots), fraction(terms(isInverse).multiplier));
  const [from, to] = [tickAt(entry), tickAt(tick)];
  const way = isInverse ? minus(over(units, from), over(units, to)) : times(units, minus(to, from));
  const gain = isLong ? way : minus(fraction(0), way);
  return isAtMost(fraction(0), plus(plus(buffer, gain), more));
}

const half = (tick: number): Decimal => fromUnits(BigInt(tick * 5), 1);

/** The price nearest to the line at which it survives; null: it survives every tried one. */
function lineOf(held: Held, more: Fraction): Decimal | null {
  if (held.isLong) {
    let tick = held.entry;
    // nothing is below nought, and there a coin is worth no end of contracts
    while (tick > 0 && (tick > 1 || !held.isInverse) && isSolvent(held, tick - 1, more)) tick -= 1;
    // down to nought it was never liquidated
    return tick === 0 ? null : half(tick);
  }
  let tick = held.entry;
  while (tick < lastTick && isSolvent(held, tick + 1, more)) tick += 1;
  return tick === lastTick ? null : half(tick);
}

const cases = fc.record({
  isLong: fc.boolean(),
  isInverse: fc.boolean(),
  lots: fc.integer({ min: 1, max: 20 }),
  entry: fc.integer({ min: 60, max: 300 }),
  mark: fc.integer({ min: 60, max: 300 }),
  margin: fc.integer({ min: 2, max: 4000 }),
  added: fc.integer({ min: 1, max: 4000 }),
});

it('margin grid has for each amount the liquidation price found by trial, and the distance after each scenario', () => {
  fc.assert(
    fc.property(cases, ({ isLong, isInverse, lots, entry, mark, margin, added }) => {
      const [kept, scale] = [1, isInverse ? 3 : 1];
      const money = (units: number): Decimal => fromUnits(BigInt(units), scale);
      const position = buildPosition({
        quantity: fromUnits(BigInt(isLong ? lots : -lots), 0),
        averageEntryPrice: fromUnits(BigInt(entry * 5), 1),
        markPrice: fromUnits(BigInt(mark * 5), 1),
        positionMargin: money(margin),
        maintenanceMargin: money(kept),
      });
      if (!isMargined(position)) throw new Error('it has margin of its own');
      const [row] = scenarioGrid(position, terms(isInverse), [money(added)]);
      if (row === undefined) throw new Error('one amount was asked for');

      const held = { isLong, isInverse, lots, entry, buffer: fraction(money(margin + added - kept)) };
      const line = row.liquidationPrice;
      const isTried = line !== null && isAtMost(fraction(line), tickAt(lastTick - 1));
      // exactly on a tick, the last digit of a quotient may decide
      const found = [lineOf(held, minus(fraction(0), hair)), lineOf(held, hair)];
      expect(found).toContain(isTried ? line : null);
      if (line === null) {
        expect(row.rooms).toEqual(scenarioMoves.map(() => null));
        return;
      }

      const rooms = scenarioMoves.map(shock => {
        const move = times(tickAt(mark), fraction(shock));
        const shocked = isLong ? minus(tickAt(mark), move) : plus(tickAt(mark), move);
        const room = over(isLong ? minus(shocked, fraction(line)) : minus(fraction(line), shocked), shocked);
        const millionths = times(room, fraction(1_000_000));
        const cut = millionths.top / millionths.bottom;
        // a division of whole numbers cuts towards nought
        const isBelow = millionths.top < 0n && millionths.top % millionths.bottom !== 0n;
        return fraction(fromUnits(isBelow ? cut - 1n : cut, 6));
      });
      expect(row.rooms.map(room => fraction(room ?? 'x'))).toEqual(rooms);
    }),
    // each tries some thousand prices
    { numRuns: 60 },
  );
});
