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

/** Eleven weeks of payments to the account, and two that are on their way. */
export function recordDeposits({ deposits, accountId, startMs }: RecordOptions): void {
  for (let index = 0; index < pastCount; index += 1) {
    const payment = payments[index % payments.length];
    const seenAtMs = Math.floor(startMs - 1.7 * dayMs - (pastCount - 1 - index) * betweenMs);
    if (payment !== undefined) deposits.remember(accountId, { ...payment, seenAtMs });
  }
  for (const { agoMs, ...payment } of onTheWay) deposits.receive(accountId, { ...payment, seenAtMs: startMs - agoMs });
}
