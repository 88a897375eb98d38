import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, type Decimal, fromUnits, negate, subtract, sum } from '#shared/decimal.ts';
import type { Portfolio } from '#shared/domain/portfolio/portfolio.ts';
import { createPortfolioEngine } from './portfolio-engine.ts';
import {
  archiveOf,
  buildBalance,
  buildRow,
  buildSnapshot,
  coverLedgers,
  createFakePast,
  createPriceExchange,
  minuteMs,
  t0,
} from './testing/fake-past.ts';

const prices = { 'BTC-USDT': { 0: '60000', 7: '61234.5', 20: '59000', 40: '64000.01' } } as const;
const kinds = ['DEPOSIT', 'WITHDRAW', 'TRADE_EXCHANGE', 'TRANSFER', 'SUB_TRANSFER', 'Airdrop', 'KCS Pay Fees'] as const;

const booking = fc.record({
  kind: fc.constantFrom(...kinds),
  side: fc.constantFrom('in', 'out'),
  currency: fc.constantFrom('USDT', 'BTC'),
  units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  feeUnits: fc.bigInt({ min: 0n, max: 10n ** 6n }),
  minute: fc.integer({ min: 1, max: 59 }),
});
type Booking = typeof booking extends fc.Arbitrary<infer B> ? B : never;

function amountOf(units: bigint): Decimal {
  return fromUnits(units, 8);
}

/** The account after an hour of these bookings, minus amounts that left without a booking. */
function buildPast(bookings: readonly Booking[], gone: Decimal) {
  const held = { USDT: '100000', BTC: '20000' } as Record<Booking['currency'], Decimal>;
  const start = [buildBalance('USDT', held.USDT), buildBalance('BTC', held.BTC)];
  for (const { side, currency, units } of bookings)
    held[currency] = add(held[currency], side === 'in' ? amountOf(units) : negate(amountOf(units)));
  const end = [buildBalance('USDT', subtract(held.USDT, gone)), buildBalance('BTC', held.BTC)];
  const rows = bookings.map(({ kind, side, currency, units, feeUnits, minute }, index) => {
    const amounts = { amount: amountOf(units), fee: amountOf(feeUnits) };
    return buildRow(String(index), minute * minuteMs, { kind, side, currency, ...amounts, wallet: 'MAIN' });
  });
  return createFakePast({
    rows: { ledger: rows },
    snapshots: [buildSnapshot(0, start), buildSnapshot(60 * minuteMs, end)],
    lines: coverLedgers(0, 60 * minuteMs),
  });
}

async function read(past: ReturnType<typeof buildPast>, toMs: number | null = null, fromMs: number | null = null) {
  const { source } = createPriceExchange(prices);
  const portfolios = createPortfolioEngine({ archive: archiveOf(past), archiveVersion: () => 0 });
  const view = { currency: 'USDT', timeZone: 'UTC', method: 'fifo' } as const;
  const answer = await portfolios.read({ profileId: 'p', owner: '', fromMs, toMs, ...view }, source);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

function partOf({ parts }: Portfolio, name: string): Decimal {
  return parts.find(({ part }) => part === name)?.value ?? '0';
}

it('portfolio engine adds up from start to end exactly, and only changes without a row are unexplained', async () => {
  const bookings = fc.array(booking, { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(bookings, fc.bigInt({ min: -100n, max: 100n }), async (rows, units) => {
      const gone = amountOf(units);
      const portfolio = await read(buildPast(rows, gone));
      expect(sum([portfolio.start ?? '0', ...portfolio.parts.map(({ value }) => value)])).toBe(portfolio.end);
      expect(partOf(portfolio, 'unexplained')).toBe(negate(gone));
    }),
    { numRuns: 60 },
  );
});

it('portfolio engine has the same P&L in one span as in two, split at any time', async () => {
  const bookings = fc.array(booking, { maxLength: 15 });
  await fc.assert(
    fc.asyncProperty(bookings, fc.integer({ min: 1, max: 59 }), async (rows, minute) => {
      const past = buildPast(rows, '0');
      const atMs = t0 + minute * minuteMs + 1;
      const [whole, before, after] = [await read(past), await read(past, atMs), await read(past, null, atMs)];
      expect(before.end).toBe(after.start);
      expect(add(before.pnl ?? '0', after.pnl ?? '0')).toBe(whole.pnl);
    }),
    { numRuns: 40 },
  );
});
