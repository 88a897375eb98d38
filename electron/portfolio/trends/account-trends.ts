import { type Decimal, multiply, subtract, sum } from '#shared/decimal.ts';
import type { Interval } from '#shared/domain/archive/archive.ts';
import {
  type AccountTrend,
  type AccountTrends,
  type TrendChange,
  type TrendPoint,
  type TrendReason,
  type TrendsQuestion,
  type TrendWindow,
} from '#shared/domain/portfolio/account-trends.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { PriceLookup } from '#shared/portfolio/pools/trade-legs.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { AnalysisContext } from '../analysis/analyse.ts';
import { type TimedAmounts, timedAmounts } from '../balances/owner-amounts.ts';
import { loadPrices, type PriceNeed } from '../prices/load-prices.ts';
import type { ArchiveReader } from '../reading/archive-reader.ts';
import { uncoveredTimes } from '../reading/uncovered.ts';
import { type IntervalSet, intersect } from '#archive/coverage/intervals.ts';
import { readAccountRows } from '../rows/account-rows.ts';
import { keyOwner } from '../rows/past-row.ts';
import type { SubTransfer, SubTransferFinder } from './sub-transfers.ts';
import { currentMs, type TrendTime, trendTimes, windowMs, windowStart } from './trend-times.ts';

type Starts = Readonly<Record<TrendWindow, number | null>>;
type Coins = ReadonlyMap<string, Decimal>;

/** Balances and transfers of the last 7 days. */
interface RecentPast {
  readonly times: readonly TrendTime[];
  readonly starts: Starts;
  /** of the newest balances */
  readonly asOfMs: number;
  /** why no change up to now is known; null: it is known */
  readonly notCurrent: 'not-current' | 'no-ledger' | null;
  readonly owners: readonly string[];
  readonly amountsAt: (owner: string, atMs: number) => Coins | null;
  readonly transfers: readonly SubTransfer[];
  /** when the ledgers that list transfers are not known completely */
  readonly uncovered: IntervalSet;
}

/** The times of a span in which a transfer may be missing. An account has a high-frequency ledger or has none. */
async function readUncovered(reader: ArchiveReader, span: Interval): Promise<IntervalSet> {
  const lines = await reader.lines();
  const hasHighFrequency = lines.some(({ stream }) => stream === 'hf-ledger');
  return uncoveredTimes(lines, hasHighFrequency ? ['account-ledger', 'hf-ledger'] : ['account-ledger'], span);
}

/** The newest snapshot that the ledgers reach, else the newest one. */
function newestExplained(all: readonly number[], newestMs: number, uncovered: IntervalSet): number {
  const last = uncovered.at(-1);
  const reachedMs = last === undefined || last.toMs < newestMs ? newestMs : last.fromMs;
  return all.findLast(atMs => atMs <= reachedMs) ?? newestMs;
}

function whyNotCurrent(times: {
  readonly nowMs: number;
  readonly newestMs: number;
  readonly asOfMs: number;
}): RecentPast['notCurrent'] {
  const { nowMs, newestMs, asOfMs } = times;
  if (nowMs - asOfMs <= currentMs) return null;
  return nowMs - newestMs <= currentMs ? 'no-ledger' : 'not-current';
}

/** Transfers between the account of the key and its sub-accounts, by time. */
async function readTransfers(
  { reader, nowMs, termsOf }: AnalysisContext,
  span: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly ValueMovement[]> {
  const { ledger = [] } = await reader.rows(['ledger'], span);
  const { movements } = readAccountRows(
    { ledger: ledger.filter(({ columns }) => columns.kind === 'SUB_TRANSFER') },
    { openings: [], isWithSubAccounts: false, readUntilMs: nowMs, termsOf },
  );
  return movements.filter(({ part }) => part !== 'fees');
}

/** The balances of all accounts at these times. */
async function readAmounts(context: AnalysisContext, times: Iterable<number>): Promise<readonly TimedAmounts[]> {
  const sorted = [...new Set(times)].toSorted((a, b) => a - b);
  const read: TimedAmounts[] = [];
  await context.reader.visitSnapshots(sorted, null, snapshot => void read.push(timedAmounts(snapshot)));
  return read;
}

async function readRecentPast(context: AnalysisContext, finder: SubTransferFinder): Promise<RecentPast | null> {
  const { reader, nowMs } = context;
  const all = await reader.snapshotTimes({ fromMs: 0, toMs: nowMs });
  const newestMs = all.at(-1);
  if (newestMs === undefined) return null;
  const uncovered = await readUncovered(reader, { fromMs: all[0] ?? newestMs, toMs: newestMs });
  const asOfMs = newestExplained(all, newestMs, uncovered);
  const starts: Starts = {
    hour: windowStart(all, asOfMs, 'hour'),
    day: windowStart(all, asOfMs, 'day'),
    week: windowStart(all, asOfMs, 'week'),
  };
  const firstMs = Math.min(asOfMs - windowMs.week, starts.week ?? asOfMs);
  const inWeek = all.filter(atMs => atMs >= firstMs && atMs <= asOfMs);
  const times = trendTimes(inWeek);
  const movements = await readTransfers(context, { fromMs: firstMs, toMs: asOfMs });
  const shown = times.filter(({ isGap }) => !isGap).map(({ atMs }) => atMs);
  const wanted = [...shown, asOfMs, ...Object.values(starts).filter(atMs => atMs !== null)];
  const read = await readAmounts(context, wanted);
  const transfers = await finder.find(movements, inWeek, near => readAmounts(context, near));
  const byTime = new Map(read.map(amounts => [amounts.atMs, amounts]));
  const owners = new Set(read.flatMap(amounts => amounts.owners).filter(owner => owner !== keyOwner));
  return {
    times,
    starts,
    asOfMs,
    notCurrent: whyNotCurrent({ nowMs, newestMs, asOfMs }),
    owners: [...owners].toSorted(),
    amountsAt: (owner, atMs) => byTime.get(atMs)?.of(owner) ?? null,
    transfers,
    uncovered,
  };
}

/** Every price that the values need: the ends of short windows and transfers by the minute, the line by the hour. */
function needsOf({ times, starts, asOfMs, owners, amountsAt, transfers }: RecentPast): readonly PriceNeed[] {
  const coinsAt = (atMs: number) => new Set(owners.flatMap(owner => [...(amountsAt(owner, atMs)?.keys() ?? [])]));
  const needsAt = (atMs: number | null, interval: PriceNeed['interval']): readonly PriceNeed[] =>
    atMs === null ? [] : [...coinsAt(atMs)].map(coin => ({ coin, atMs, interval }));
  const ends = [...new Set([asOfMs, starts.hour, starts.day])];
  return [
    ...ends.flatMap(atMs => needsAt(atMs, '1min')),
    ...needsAt(starts.week, '1hour'),
    ...times.filter(({ isGap }) => !isGap).flatMap(({ atMs }) => needsAt(atMs, '1hour')),
    ...transfers.map(({ coin, atMs }) => ({ coin, atMs, interval: '1min' as const })),
    // a coin that went has its price at the other end too
    ...ends.flatMap(atMs => (atMs === null ? [] : [...coinsAt(asOfMs)].map(coin => minuteNeed(coin, atMs)))),
  ];
}

function minuteNeed(coin: string, atMs: number): PriceNeed {
  return { coin, atMs, interval: '1min' };
}

/** Values at the prices of their times. */
interface Pricing {
  readonly priceOf: PriceLookup;
}

/** The value of amounts without coins that are left out; null: another one has no price. */
function valueOf(
  coins: Coins,
  atMs: number,
  { priceOf, leftOut }: Pricing & { leftOut: ReadonlySet<string> },
): Decimal | null {
  const values: Decimal[] = [];
  for (const [coin, amount] of coins) {
    if (leftOut.has(coin)) continue;
    const price = priceOf(coin, atMs);
    if (price === null) return null;
    values.push(multiply(amount, price));
  }
  return sum(values);
}

/** Coins of an account that have no price at any time of its line. */
function pricelessCoins(owner: string, { times, asOfMs, amountsAt }: RecentPast, { priceOf }: Pricing): Set<string> {
  const held = new Set<string>();
  const priced = new Set<string>();
  for (const atMs of [...times.filter(({ isGap }) => !isGap).map(each => each.atMs), asOfMs])
    for (const coin of amountsAt(owner, atMs)?.keys() ?? []) {
      held.add(coin);
      if (priceOf(coin, atMs) !== null) priced.add(coin);
    }
  return new Set([...held].filter(coin => !priced.has(coin)));
}

function unknownChange(reason: TrendReason, fromMs: number | null): MeasuredChange {
  return { change: { fromMs, change: null, flow: null, reason }, leftOut: new Set() };
}

/** Transfers of an account in a window, at the prices of their times. */
function flowOf(
  transfers: readonly SubTransfer[],
  fromMs: number,
  { priceOf, leftOut }: Pricing & { leftOut: ReadonlySet<string> },
): Decimal | Extract<TrendReason, 'unassigned-transfer' | 'no-price'> {
  const values: Decimal[] = [];
  for (const { atMs, countedAtMs, coin, amount } of transfers) {
    if (countedAtMs <= fromMs || leftOut.has(coin)) continue;
    if (amount === null) return 'unassigned-transfer';
    const price = priceOf(coin, atMs);
    if (price === null) return 'no-price';
    values.push(multiply(amount, price));
  }
  return sum(values);
}

/** A change, and the coins that count at neither end of it. */
interface MeasuredChange {
  readonly change: TrendChange;
  readonly leftOut: ReadonlySet<string>;
}

interface OwnerPast {
  readonly owner: string;
  /** of this account */
  readonly transfers: readonly SubTransfer[];
  readonly past: RecentPast;
  readonly pricing: Pricing;
}

/** A coin without a price at one end counts at neither. */
function changeIn(window: TrendWindow, { owner, transfers, past, pricing }: OwnerPast): MeasuredChange {
  const { starts, asOfMs, notCurrent, amountsAt, uncovered } = past;
  const fromMs = starts[window];
  if (notCurrent !== null) return unknownChange(notCurrent, fromMs);
  if (fromMs === null) return unknownChange('not-recorded', fromMs);
  if (intersect(uncovered, [{ fromMs, toMs: asOfMs }]).length > 0) return unknownChange('no-ledger', fromMs);
  const [before, after] = [amountsAt(owner, fromMs), amountsAt(owner, asOfMs)];
  if (before === null || after === null) return unknownChange('no-balance', fromMs);
  const coins = new Set([...before.keys(), ...after.keys()]);
  const isPriced = (coin: string) => [fromMs, asOfMs].every(atMs => pricing.priceOf(coin, atMs) !== null);
  const leftOut = new Set([...coins].filter(coin => !isPriced(coin)));
  const flow = flowOf(transfers, fromMs, { ...pricing, leftOut });
  if (flow === 'unassigned-transfer' || flow === 'no-price') return unknownChange(flow, fromMs);
  const [first, last] = [
    valueOf(before, fromMs, { ...pricing, leftOut }) ?? '0',
    valueOf(after, asOfMs, { ...pricing, leftOut }) ?? '0',
  ];
  const change = { fromMs, change: subtract(subtract(last, first), flow), flow, reason: null };
  return { change, leftOut };
}

function trendOf(owned: OwnerPast): AccountTrend {
  const { owner, past, pricing } = owned;
  const leftOut = pricelessCoins(owner, past, pricing);
  const points = past.times.map(({ atMs, isGap }): TrendPoint => {
    const held = isGap ? null : past.amountsAt(owner, atMs);
    return { atMs, value: held === null ? null : valueOf(held, atMs, { ...pricing, leftOut }) };
  });
  const [hour, day, week] = [changeIn('hour', owned), changeIn('day', owned), changeIn('week', owned)];
  const changes = { hour: hour.change, day: day.change, week: week.change };
  const named = new Set([...leftOut, ...hour.leftOut, ...day.leftOut, ...week.leftOut]);
  return { owner, points, changes, leftOut: [...named].toSorted() };
}

/**
 * How the value of each sub-account changed in the last 7 days, by the recorded balances of main, trade and margin wallets. Null: no
 * balance is recorded. Throws `UnreadableArchive`.
 */
export async function readAccountTrends(
  question: TrendsQuestion,
  context: AnalysisContext,
  finder: SubTransferFinder,
): Promise<AccountTrends | null> {
  const past = await readRecentPast(context, finder);
  if (past === null) return null;
  const currency = canonicalCoin(question.currency);
  const prices = await loadPrices(needsOf(past), { ...context, currency });
  const priceOf: PriceLookup = (coin, atMs) => (coin === currency ? '1' : prices.priceOf(coin, atMs));
  const transfersOf = new Map<string, SubTransfer[]>();
  for (const transfer of past.transfers) {
    const known = transfersOf.get(transfer.owner);
    if (known === undefined) transfersOf.set(transfer.owner, [transfer]);
    else known.push(transfer);
  }
  const accounts = past.owners.map(owner =>
    trendOf({ owner, transfers: transfersOf.get(owner) ?? [], past, pricing: { priceOf } }),
  );
  return { currency, asOfMs: past.asOfMs, accounts };
}
