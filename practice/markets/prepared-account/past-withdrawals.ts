import { type Decimal, fromUnits } from '#shared/decimal.ts';
import type { PastWithdrawal, Withdrawals } from '#practice/accounts/withdrawals/types.ts';
import { dayMs } from '#practice/kernel/durations.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

type Payee = Pick<PastWithdrawal, 'address' | 'addressKind'> & { readonly chain?: string; readonly memo?: string };

const coldTron: Payee = { address: 'TxTzUXJteSSrXN5Xwwbz4H1h9KSmiGcB27', addressKind: 'ADDRESS', chain: 'trx' };
const brokerTron: Payee = { address: 'TMf8N1uwH1Wac9VNoNgTxC9ESbzALjnurx', addressKind: 'ADDRESS', chain: 'trx' };
const coldEther: Payee = {
  address: '0x7c60627e579ef9e7bd42b2f581d79898f7d78c43',
  addressKind: 'ADDRESS',
  chain: 'eth',
};
const newEther: Payee = { address: '0x816049d51fe7dd6885b5b8920557339a403071d8', addressKind: 'ADDRESS', chain: 'eth' };
const coldBitcoin: Payee = {
  address: 'bc1q7dc96f776c8423e57a2785489a3f9c43fb6e75',
  addressKind: 'ADDRESS',
  chain: 'btc',
};
const omni: Payee = { address: '131KrCHeBKbpe9Q2WqzviKZKUVMmRouiNb', addressKind: 'ADDRESS', chain: 'omni' };
const rippled: Payee = {
  address: 'ruDEJiXY49R25rqvj4F33yw1i1PKKTcoqo',
  addressKind: 'ADDRESS',
  chain: 'xrp',
  memo: '8841',
};
/** a letter short */
const mistyped: Payee = { address: 'TMf8N1uwH1Wac9VNoNgTxC9ESbzALjnur', addressKind: 'ADDRESS', chain: 'trx' };
const northQuay: Payee = { address: 'otc@northquay.example', addressKind: 'MAIL' };
const linden: Payee = { address: '214880317', addressKind: 'UID' };

interface Habit {
  readonly payee: Payee;
  readonly currency: string;
  readonly amount: (round: number) => Decimal;
  /** until it was done */
  readonly tookMs: number;
  readonly failure?: PastWithdrawal['failure'];
}

const hundredths = (count: number): Decimal => fromUnits(BigInt(count), 2);

/** What the treasury does again and again. */
const habits: readonly Habit[] = [
  { payee: coldTron, currency: 'USDT', amount: round => `${18_000 + 1250 * round}`, tookMs: 25_000 },
  { payee: coldBitcoin, currency: 'BTC', amount: round => hundredths(31 + 10 * round), tookMs: 31 * minuteMs },
  { payee: northQuay, currency: 'USDT', amount: round => hundredths(500_050 + 50_000 * round), tookMs: 5000 },
  { payee: coldEther, currency: 'ETH', amount: round => hundredths(425 + 100 * round), tookMs: 14 * minuteMs },
  { payee: brokerTron, currency: 'USDT', amount: round => `${2400 + 75 * round}`, tookMs: 26_000 },
  { payee: linden, currency: 'USDC', amount: round => `${1500 + 100 * round}`, tookMs: 5000 },
  { payee: rippled, currency: 'XRP', amount: round => `${3200 + 40 * round}`, tookMs: 24_000 },
  { payee: mistyped, currency: 'USDT', amount: () => '2400', tookMs: 69_000, failure: 'ADDRESS_INVALID' },
  { payee: coldTron, currency: 'USDT', amount: () => '90000', tookMs: 12_000, failure: 'CANCELED' },
];

/** Two a week and more, over some eleven weeks: half of them are beyond the month that a list shows by default. */
const pastCount = 36;
const betweenMs = 2.13 * dayMs;

/** The last of them was three and a half days ago. */
function pastOf(index: number, startMs: number): PastWithdrawal {
  const habit = habits[index % habits.length] ?? habits[0];
  if (habit === undefined) throw new Error('the treasury has no habits');
  const round = Math.floor(index / habits.length);
  const createdAtMs = Math.floor(
    startMs - 3.4 * dayMs - (pastCount - 1 - index) * betweenMs - (index % 7) * 47 * minuteMs,
  );
  return {
    ...habit.payee,
    currency: habit.currency,
    amount: habit.amount(round),
    createdAtMs,
    updatedAtMs: createdAtMs + habit.tookMs,
    status: habit.failure === undefined ? 'SUCCESS' : 'FAILURE',
    ...(habit.failure === undefined ? {} : { failure: habit.failure }),
    remark: index % 4 === 0 ? 'weekly' : '',
  };
}

type UnderWay = Omit<PastWithdrawal, 'createdAtMs' | 'updatedAtMs'> & {
  /** before the start, ms */
  readonly createdAgoMs: number;
  readonly changedAgoMs: number;
};

/** What is under way when the market opens. The one on the closed chain stays so for as long as that chain is closed. */
const underWay: readonly UnderWay[] = [
  {
    ...omni,
    currency: 'USDT',
    amount: '1900',
    status: 'PROCESSING',
    createdAgoMs: 9 * hourMs,
    changedAgoMs: 9 * hourMs,
  },
  {
    ...coldBitcoin,
    currency: 'BTC',
    amount: '0.35',
    status: 'WALLET_PROCESSING',
    createdAgoMs: 22 * minuteMs,
    changedAgoMs: 21 * minuteMs,
  },
  { ...newEther, currency: 'ETH', amount: '1.5', status: 'REVIEW', createdAgoMs: 21_000, changedAgoMs: 21_000 },
  { ...mistyped, currency: 'USDT', amount: '2475', status: 'PROCESSING', createdAgoMs: 60_000, changedAgoMs: 9000 },
  { ...coldTron, currency: 'USDT', amount: '24000', status: 'PROCESSING', createdAgoMs: 6000, changedAgoMs: 6000 },
  { ...northQuay, currency: 'USDT', amount: '7500', status: 'PROCESSING', createdAgoMs: 1500, changedAgoMs: 1500 },
];

interface RecordOptions {
  readonly withdrawals: Withdrawals;
  readonly accountId: string;
  /** the moment at which the market opens; epoch ms */
  readonly startMs: number;
}

/** The account's withdrawals of the past eleven weeks. */
export function pastWithdrawals(startMs: number): readonly PastWithdrawal[] {
  return Array.from({ length: pastCount }, (_, index) => pastOf(index, startMs));
}

/**
 * Puts the account's withdrawals of the past eleven weeks on record, and those that are still under way. The past ones are
 * paid in the earlier months; the exchange must know them, because it reviews the first withdrawal to an address.
 */
export function recordWithdrawals({ withdrawals, accountId, startMs }: RecordOptions): void {
  for (const past of pastWithdrawals(startMs)) withdrawals.remember(accountId, past);
  for (const { createdAgoMs, changedAgoMs, ...row } of underWay) {
    withdrawals.remember(accountId, {
      ...row,
      createdAtMs: startMs - createdAgoMs,
      updatedAtMs: startMs - changedAgoMs,
    });
  }
}
