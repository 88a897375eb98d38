import { type Decimal, isZero, multiply, negate, subtract, sum } from '#shared/decimal.ts';
import type {
  ComparedHolding,
  MomentsComparison,
  ComparisonQuestion,
  PortfolioRow,
} from '#shared/domain/portfolio/portfolio.ts';
import { canonicalCoin } from '#shared/portfolio/rows/coin.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { BalanceSnapshot } from '#archive/archive-store.ts';
import type { AnalysisContext } from '../analysis/analyse.ts';
import { timesAround } from '../analysis/choose-times.ts';
import { amountsOf, isOwnerKnown, ownersOf, type OwnerAmounts } from '../balances/owner-amounts.ts';
import { partsLeftOut, type SnapshotPart } from '../balances/scope.ts';
import { loadPrices, type PriceNeed } from '../prices/load-prices.ts';
import { readAccountRows } from '../rows/account-rows.ts';
import { openingPositions } from '../rows/map-fills.ts';
import { keyOwner } from '../rows/past-row.ts';
import { assignTransfers } from './assign-transfers.ts';

type Priced = (coin: string, atMs: number) => Decimal | null;

const marginMs = 15 * 60_000;
const mostRows = 200;
/** Snapshots that are searched for an account that is unknown at a moment, to each side. */
const searchedSnapshots = 25;

function nearestOf(times: readonly number[], atMs: number): number | null {
  const { before, after } = timesAround(times, atMs);
  if (before === null || after === null) return before ?? after;
  return atMs - before <= after - atMs ? before : after;
}

/** Wallets of the account of the key that are known at one moment only. Its own wallets and sub-accounts are whole accounts. */
function walletsLeftOut(snapshots: readonly BalanceSnapshot[]): ReadonlySet<SnapshotPart> {
  return new Set([...partsLeftOut(snapshots, keyOwner)].filter(part => part !== 'wallets'));
}

interface Ends {
  readonly first: BalanceSnapshot;
  readonly second: BalanceSnapshot;
}

interface Explained {
  readonly owner: string;
  readonly movement: ValueMovement;
}

/** What the ledgers say of the account of the key, and of sub-accounts by their transfers. */
async function explain(
  { first, second }: Ends,
  [before, after]: readonly [OwnerAmounts, OwnerAmounts],
  { reader, termsOf, nowMs }: AnalysisContext,
): Promise<readonly Explained[]> {
  const span = { fromMs: first.atMs - marginMs, toMs: second.atMs + marginMs };
  const past = await reader.rows(
    ['ledger', 'futures-fills', 'funding', 'futures-ledger', 'interest', 'loans', 'withdrawals'],
    span,
  );
  const fills = (past['futures-fills'] ?? []).filter(({ timeMs }) => timeMs > first.atMs);
  const { movements } = readAccountRows(
    { ...past, 'futures-fills': fills },
    { openings: openingPositions(first), isWithSubAccounts: false, readUntilMs: nowMs, termsOf },
  );
  const own = movements.filter(({ atMs }) => atMs > first.atMs && atMs <= second.atMs);
  const changes = [...after].flatMap(([owner, coins]) => {
    const earlier = before.get(owner);
    if (owner === keyOwner || earlier === undefined) return [];
    return [...new Set([...coins.keys(), ...earlier.keys()])].map(coin => {
      return { owner, coin, change: subtract(coins.get(coin) ?? '0', earlier.get(coin) ?? '0') };
    });
  });
  const ofSubs = assignTransfers(own, changes).map(({ owner, movement }) => {
    return { owner, movement: Object.assign({}, movement, { amount: negate(movement.amount) }) };
  });
  return [...own.map(movement => ({ owner: keyOwner, movement })), ...ofSubs];
}

function toRow({ owner, movement }: Explained, priced: Priced): PortfolioRow {
  const { atMs, stream, id, coin, amount, bizType } = movement;
  const price = priced(coin, atMs);
  const value = price === null ? null : multiply(amount, price);
  return { atMs, owner, record: stream, key: id, label: bizType, coin, amount, price, value };
}

function worth(amount: Decimal | null, price: Decimal | null): Decimal | null {
  if (amount === null) return null;
  if (isZero(amount)) return '0';
  return price === null ? null : multiply(amount, price);
}

interface HoldingOptions {
  readonly owner: string;
  readonly coin: string;
  readonly before: Decimal | null;
  readonly after: Decimal | null;
  readonly rows: readonly Explained[];
}

function toHolding({ owner, coin, before, after, rows }: HoldingOptions, ends: Ends, priced: Priced): ComparedHolding {
  const [first, second] = [priced(coin, ends.first.atMs), priced(coin, ends.second.atMs)];
  const change = before === null || after === null ? null : subtract(after, before);
  const isReadable = owner === keyOwner || rows.length > 0 || (change !== null && isZero(change));
  return {
    owner,
    coin,
    before,
    after,
    valueBefore: worth(before, first),
    valueAfter: worth(after, second),
    priceEffect: first === null || second === null ? null : worth(before, subtract(second, first)),
    amountEffect: worth(change, second),
    explained: isReadable ? sum(rows.map(({ movement }) => movement.amount)) : null,
    rows: rows
      .slice(-mostRows)
      .toReversed()
      .map(row => toRow(row, priced)),
  };
}

/** The nearest snapshot in which an account is known; null: none of those around. */
async function nearestKnown(
  { owner, atMs }: { readonly owner: string; readonly atMs: number },
  { reader }: AnalysisContext,
  all: readonly number[],
): Promise<number | null> {
  const near = all.toSorted((a, b) => Math.abs(a - atMs) - Math.abs(b - atMs)).slice(0, 2 * searchedSnapshots);
  const snapshots = await reader.snapshots(near, owner);
  const known = snapshots.filter(snapshot => isOwnerKnown(snapshot, owner)).map(snapshot => snapshot.atMs);
  return nearestOf(known, atMs);
}

async function findMissing(
  ends: Ends,
  [before, after]: readonly [OwnerAmounts, OwnerAmounts],
  { owners, all, context }: { owners: readonly string[]; all: readonly number[]; context: AnalysisContext },
): Promise<MomentsComparison['missing']> {
  const moments = [
    ['first', before, ends.first.atMs],
    ['second', after, ends.second.atMs],
  ] as const;
  const missing: MomentsComparison['missing'] = [];
  for (const [moment, amounts, atMs] of moments) {
    for (const owner of owners.filter(each => !amounts.has(each))) {
      // oxlint-disable-next-line no-await-in-loop -- few accounts are unknown
      missing.push({ owner, moment, nearestMs: await nearestKnown({ owner, atMs }, context, all) });
    }
  }
  return missing;
}

function minuteNeed(coin: string, atMs: number): PriceNeed {
  return { coin, atMs, interval: '1min' };
}

function holdingsOf([before, after]: readonly [OwnerAmounts, OwnerAmounts], owners: readonly string[]) {
  return owners.flatMap(owner => {
    const [earlier, later] = [before.get(owner), after.get(owner)];
    const coins = new Set([...(earlier?.keys() ?? []), ...(later?.keys() ?? [])]);
    return [...coins].toSorted().map(coin => ({
      owner,
      coin,
      before: earlier === undefined ? null : (earlier.get(coin) ?? ('0' as const)),
      after: later === undefined ? null : (later.get(coin) ?? ('0' as const)),
    }));
  });
}

/**
 * The balances of all accounts at the snapshots nearest to two moments, with what changed. Null: no balance is recorded. Throws
 * `UnreadableArchive`.
 */
export async function compareMoments(
  question: ComparisonQuestion,
  context: AnalysisContext,
): Promise<MomentsComparison | null> {
  const all = await context.reader.snapshotTimes({ fromMs: 0, toMs: context.nowMs });
  const wanted = [question.firstMs, question.secondMs ?? context.nowMs].toSorted((a, b) => a - b);
  const moments = wanted.map(atMs => nearestOf(all, atMs)).filter(atMs => atMs !== null);
  const snapshots = await context.reader.snapshots([...new Set(moments)], null);
  const [first, second] = [snapshots[0], snapshots.at(-1)];
  if (first === undefined || second === undefined) return null;
  const ends = { first, second };
  const owners = ownersOf(snapshots);
  const scope = { owners, leftOut: walletsLeftOut(snapshots) };
  const amounts = [amountsOf(first, scope), amountsOf(second, scope)] as const;
  const explained = await explain(ends, amounts, context);
  const held = holdingsOf(amounts, owners);
  const currency = canonicalCoin(question.currency);
  const needs = [
    ...held.flatMap(({ coin }) => [first.atMs, second.atMs].map(atMs => minuteNeed(coin, atMs))),
    ...explained.map(({ movement: { coin, atMs } }) => minuteNeed(coin, atMs)),
  ];
  const { priceOf } = await loadPrices(needs, { ...context, currency });
  const priced: Priced = (coin, atMs) => (coin === currency ? '1' : priceOf(coin, atMs));
  const holdings = held.map(({ owner, coin, before, after }) => {
    const rows = explained.filter(each => each.owner === owner && each.movement.coin === coin);
    return toHolding({ owner, coin, before, after, rows }, ends, priced);
  });
  const missing = await findMissing(ends, amounts, { owners, all, context });
  const leftOut = [...scope.leftOut].toSorted();
  return { currency, firstMs: first.atMs, secondMs: second.atMs, holdings, missing, leftOut };
}
