import type { Decimal } from '#shared/decimal.ts';
import { dayMs, hourMs, minuteMs } from '../kernel/durations.ts';
import type { Side } from '../kernel/kernel.ts';
import { takerOf } from '../markets/simulation.ts';
import type { EarlierDesk, EarlierStep } from './earlier-desk.ts';
import { printPrice } from './spot-months.ts';

/** A loan, what was bought with it, and its end. */
interface Loan {
  readonly daysAgo: number;
  readonly days: number;
  readonly symbol: string;
  readonly isIsolated: boolean;
  /** USDT */
  readonly amount: Decimal;
  readonly size: Decimal;
}

const loans: readonly Loan[] = [
  { daysAgo: 74.3, days: 15, symbol: 'BTC-USDT', isIsolated: false, amount: '20000', size: '0.2' },
  { daysAgo: 41.6, days: 4, symbol: 'ETH-USDT', isIsolated: true, amount: '2000', size: '0.6' },
];

/** More than is owed: a repayment takes what is owed. */
const everything = '1000000';

/** Loans of the earlier months: each is repaid with its interest. */
export function planMarginMonths(desk: EarlierDesk): readonly EarlierStep[] {
  return loans.flatMap(loan => planLoan(desk, loan));
}

function planLoan(desk: EarlierDesk, loan: Loan): readonly EarlierStep[] {
  const { margin, clock, masterId: accountId } = desk;
  const { symbol, isIsolated, amount } = loan;
  const scope = { accountId, symbol: isIsolated ? symbol : null };
  const borrow = (): void => {
    printPrice(desk, symbol);
    margin.tick(clock.nowMs());
    desk.accepted(symbol, margin.borrow(scope, { currency: 'USDT', size: amount, timeInForce: 'FOK' }));
  };
  const repay = (): void => {
    margin.tick(clock.nowMs());
    desk.accepted(symbol, margin.repay(scope, { currency: 'USDT', size: everything }));
  };
  const fromMs = Math.floor(desk.startMs - loan.daysAgo * dayMs);
  const toMs = fromMs + loan.days * dayMs;
  return [
    { atMs: fromMs, run: borrow },
    { atMs: fromMs + 20 * minuteMs, run: () => trade(desk, loan, 'buy') },
    { atMs: toMs - hourMs, run: () => trade(desk, loan, 'sell') },
    { atMs: toMs, run: repay },
  ];
}

function trade(desk: EarlierDesk, { symbol, size, isIsolated }: Loan, side: Side): void {
  const price = printPrice(desk, symbol);
  const order = { symbol, type: 'limit', price, size } as const;
  desk.accepted(symbol, desk.spot.place(takerOf(symbol), { ...order, side: side === 'buy' ? 'sell' : 'buy' }));
  desk.accepted(symbol, desk.margin.place(desk.masterId, { ...order, side, isIsolated }));
}
