import { add, type Decimal, fromUnits } from '#shared/decimal.ts';
import type { IncomingDeposit } from '../accounts/deposits/deposits.ts';
import type { Wallet } from '../accounts/types.ts';
import type { PastWithdrawal } from '../accounts/withdrawals/types.ts';
import { dayMs, hourMs, minuteMs } from '../kernel/durations.ts';
import { integer, createRandom } from '../kernel/random.ts';
import { pastDeposits } from '../markets/prepared-account/past-deposits.ts';
import { pastWithdrawals } from '../markets/prepared-account/past-withdrawals.ts';
import { type EarlierDesk, feeAccountId, type EarlierStep } from './earlier-desk.ts';

interface Place {
  readonly owner: 'master' | 'sub';
  readonly wallet: Wallet;
}

interface PastTransfer {
  readonly daysAgo: number;
  readonly from: Place;
  readonly to: Place;
  readonly currency: string;
  readonly amount: Decimal;
}

const main = { owner: 'master', wallet: 'main' } as const;
const trade = { owner: 'master', wallet: 'trade' } as const;
const futures = { owner: 'master', wallet: 'futures' } as const;
const margin = { owner: 'master', wallet: 'margin' } as const;
const isolated = { owner: 'master', wallet: 'isolated:ETH-USDT' } as const;
const sub = { owner: 'sub', wallet: 'main' } as const;
const subTrade = { owner: 'sub', wallet: 'trade' } as const;

const transfers: readonly PastTransfer[] = [
  { daysAgo: 181.4, from: main, to: futures, currency: 'USDT', amount: '25000' },
  { daysAgo: 181.2, from: main, to: futures, currency: 'BTC', amount: '0.6' },
  { daysAgo: 152.7, from: main, to: sub, currency: 'USDT', amount: '40000' },
  { daysAgo: 152.1, from: sub, to: subTrade, currency: 'USDT', amount: '15000' },
  { daysAgo: 121.5, from: main, to: futures, currency: 'USDT', amount: '12500' },
  { daysAgo: 93.8, from: sub, to: main, currency: 'USDT', amount: '18250.5' },
  { daysAgo: 76.2, from: main, to: margin, currency: 'USDT', amount: '8000' },
  { daysAgo: 55.9, from: margin, to: main, currency: 'USDT', amount: '7500' },
  { daysAgo: 43.3, from: main, to: isolated, currency: 'USDT', amount: '1200' },
  { daysAgo: 36.4, from: isolated, to: main, currency: 'USDT', amount: '900' },
  { daysAgo: 22.6, from: futures, to: main, currency: 'USDT', amount: '9000' },
  { daysAgo: 11.2, from: main, to: trade, currency: 'USDT', amount: '30000' },
  { daysAgo: 4.8, from: main, to: sub, currency: 'USDT', amount: '6000' },
];

/** The part of each deposit that is transferred to the trade wallet. */
const onward: ReadonlyMap<string, Decimal> = new Map([
  ['BTC', '0.5'],
  ['USDC', '9000'],
  ['XRP', '4000'],
]);

/** Deposits, withdrawals, transfers and monthly rebates of the earlier months. */
export function planMoneyMonths(desk: EarlierDesk): readonly EarlierStep[] {
  return [
    ...pastDeposits(desk.startMs).flatMap(deposit => planDeposit(desk, deposit)),
    ...pastWithdrawals(desk.startMs).map(withdrawal => planWithdrawal(desk, withdrawal)),
    ...planTransfers(desk),
    ...planRebates(desk),
  ];
}

/** Transfers between own wallets, and with the sub-account. */
export function planTransfers(desk: EarlierDesk): readonly EarlierStep[] {
  return transfers.map(each => ({
    atMs: Math.floor(desk.startMs - each.daysAgo * dayMs),
    run: () => transfer(desk, each),
  }));
}

/** The futures wallet calls bitcoin XBT. */
function nameIn(wallet: Wallet, currency: string): string {
  return wallet === 'futures' && currency === 'BTC' ? 'XBT' : currency;
}

function transfer(desk: EarlierDesk, { from, to, currency, amount }: Omit<PastTransfer, 'daysAgo'>): void {
  const accountOf = ({ owner }: Place): string => (owner === 'master' ? desk.masterId : desk.subId);
  const payer = { accountId: accountOf(from), wallet: from.wallet, currency: nameIn(from.wallet, currency), amount };
  const payee = { accountId: accountOf(to), wallet: to.wallet, currency: nameIn(to.wallet, currency) };
  if (!desk.ledger.transfer(payer, payee)) throw new Error(`no ${amount} ${currency} for a transfer of the past`);
}

const confirmedAfterMs = 31 * minuteMs;
const onwardAfterMs = 2 * hourMs;

function planDeposit(desk: EarlierDesk, deposit: IncomingDeposit): readonly EarlierStep[] {
  const { deposits, clock, masterId } = desk;
  const { currency, seenAtMs } = deposit;
  const amount = onward.get(currency);
  const steps: readonly EarlierStep[] = [
    { atMs: seenAtMs, run: () => void deposits.receive(masterId, deposit) },
    { atMs: seenAtMs + confirmedAfterMs, run: () => deposits.tick(clock.nowMs()) },
  ];
  if (amount === undefined) return steps;
  const pass = (): void => transfer(desk, { from: main, to: trade, currency, amount });
  return [...steps, { atMs: seenAtMs + onwardAfterMs, run: pass }];
}

/** It is put on record when it is done; what was sent leaves the main wallet then. */
function planWithdrawal(desk: EarlierDesk, withdrawal: PastWithdrawal): EarlierStep {
  const { withdrawals, ledger, masterId: accountId } = desk;
  const { createdAtMs, updatedAtMs, status } = withdrawal;
  const run = (): void => {
    withdrawals.remember(accountId, withdrawal);
    const [record] = withdrawals.list(accountId, { startAtMs: createdAtMs, endAtMs: createdAtMs });
    if (record === undefined || status !== 'SUCCESS') return;
    const { currency, amount, fee } = record;
    ledger.withdraw({ accountId, wallet: 'main', currency, amount: add(amount, fee) });
  };
  return { atMs: updatedAtMs, run };
}

const rebateEveryMs = 30 * dayMs;

/** A part of the fees comes back each month, into the trade wallet. */
function planRebates(desk: EarlierDesk): readonly EarlierStep[] {
  const random = createRandom(desk.seed, 'past/rebates');
  const months = Math.floor((desk.endMs - desk.beginMs) / rebateEveryMs);
  return Array.from({ length: months }, (_, month) => {
    const amount = fromUnits(BigInt(integer(random, 400_000, 2_900_000)), 6);
    const from = { accountId: feeAccountId, wallet: 'trade', currency: 'USDT', amount } as const;
    const run = (): void => void desk.ledger.transfer(from, { accountId: desk.masterId, wallet: 'trade' });
    return { atMs: desk.beginMs + (month + 1) * rebateEveryMs - 5 * hourMs, run };
  });
}
