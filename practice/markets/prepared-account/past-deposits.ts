import type { Decimal } from '#shared/decimal.ts';
import type { Deposits, IncomingDeposit } from '#practice/accounts/deposits/deposits.ts';
import { dayMs } from '#practice/kernel/durations.ts';

type Payment = Omit<IncomingDeposit, 'seenAtMs'>;

const payments: readonly Payment[] = [
  { currency: 'USDT', chain: 'trx', amount: '45000' },
  { currency: 'BTC', chain: 'btc', amount: '0.85' },
  { currency: 'USDC', chain: 'eth', amount: '12000' },
  { currency: 'XRP', chain: 'xrp', amount: '4200' },
];
const pastCount = 22;
const betweenMs = 3.4 * dayMs;
const newestAgoMs = 3.3 * dayMs;

/** Seen, and not yet confirmed, when the market opens. */
const onTheWay: readonly (Payment & { readonly agoMs: number; readonly amount: Decimal })[] = [
  { currency: 'BTC', chain: 'btc', amount: '0.12', agoMs: 21 * 60_000 },
  { currency: 'ETH', chain: 'eth', amount: '3.5', agoMs: 12 * 60_000 },
];

interface RecordOptions {
  readonly deposits: Deposits;
  readonly accountId: string;
  /** the moment at which the market opens; epoch ms */
  readonly startMs: number;
}

/** Eleven weeks of payments to the account, the oldest first. */
export function pastDeposits(startMs: number): readonly IncomingDeposit[] {
  return Array.from({ length: pastCount }, (_, index) => {
    const payment = payments[index % payments.length] ?? payments[0];
    if (payment === undefined) throw new Error('the deposit has no payer');
    return { ...payment, seenAtMs: Math.floor(startMs - newestAgoMs - (pastCount - 1 - index) * betweenMs) };
  });
}

/** Two payments that are on their way. */
export function recordDeposits({ deposits, accountId, startMs }: RecordOptions): void {
  for (const { agoMs, ...payment } of onTheWay) deposits.receive(accountId, { ...payment, seenAtMs: startMs - agoMs });
}
