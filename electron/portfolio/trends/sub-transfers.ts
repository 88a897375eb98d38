import { absolute, compare, isZero, negate, subtract } from '#shared/decimal.ts';
import { countLeading } from '#shared/portfolio/rows/count-leading.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';
import type { TimedAmounts } from '../balances/owner-amounts.ts';
import { type AmountChange, assignTransfers } from '../compare/assign-transfers.ts';
import { keyOwner, rowName } from '../rows/past-row.ts';

/** A transfer between the owner and a sub-account, as the sub-account has it. */
export interface SubTransfer {
  readonly owner: string;
  /** by the ledger; it is valued at the price of this time */
  readonly atMs: number;
  /** from then on balances have it: a snapshot that was being taken may have it earlier than the ledger */
  readonly countedAtMs: number;
  readonly coin: string;
  /** null: it may be of several sub-accounts, of which this is one */
  readonly amount: ValueMovement['amount'] | null;
}

/** How many snapshots before a transfer it is compared with: one that is being taken may have it already. */
const earlierSnapshots = 2;

function changesBetween(before: TimedAmounts, after: TimedAmounts): readonly AmountChange[] {
  return [...new Set([...before.owners, ...after.owners])].flatMap(owner => {
    const [earlier, coins] = [before.of(owner), after.of(owner)];
    if (owner === keyOwner || earlier === null || coins === null) return [];
    return [...new Set([...coins.keys(), ...earlier.keys()])].map(coin => {
      return { owner, coin, change: subtract(coins.get(coin) ?? '0', earlier.get(coin) ?? '0') };
    });
  });
}

/** The sub-accounts that a transfer may be of: those that changed at all, because one may spend at once what it receives. */
function candidatesOf(changes: readonly AmountChange[]): readonly string[] {
  return [...new Set(changes.filter(({ change }) => !isZero(change)).map(({ owner }) => owner))];
}

/**
 * A transfer as the only sub-account has it that it belongs to, or as unknown for each one that changed. A sub-account whose
 * amount changed by less than the transfer is not assigned one: it may have traded while another one spent what it received.
 */
function toSubTransfers(movement: ValueMovement, changes: readonly AmountChange[]): readonly SubTransfer[] {
  const { atMs, coin, amount } = movement;
  const large = changes.filter(({ change }) => compare(absolute(change), absolute(amount)) >= 0);
  const [assigned] = assignTransfers([movement], large);
  if (assigned !== undefined) return [{ atMs, countedAtMs: atMs, coin, owner: assigned.owner, amount: negate(amount) }];
  return candidatesOf(changes).map(owner => ({ atMs, countedAtMs: atMs, coin, owner, amount: null }));
}

/**
 * What the shortest span of snapshots shows that has the transfer. Where a longer one is needed, the snapshot right before the
 * transfer has it already.
 */
function firstFit(fits: readonly (readonly SubTransfer[])[], latestMs: number | undefined): readonly SubTransfer[] {
  const place = fits.findIndex(found => found.length > 0);
  const found = fits[place] ?? [];
  return place === 0 || latestMs === undefined
    ? found
    : found.map(({ atMs, coin, owner, amount }) => ({ atMs, coin, owner, amount, countedAtMs: latestMs }));
}

/** Reads the balances of these times, and of other ones too at will. */
type ReadAmounts = (times: readonly number[]) => Promise<readonly TimedAmounts[]>;

/** The transfers between the owner and sub-accounts, with those that they belong to. What was found is kept. */
export interface SubTransferFinder {
  /**
   * `times`: of all snapshots, sorted. A transfer after the newest one is still of no account; one that fits no account is of
   * none, because its wallet is not recorded.
   */
  readonly find: (
    transfers: readonly ValueMovement[],
    times: readonly number[],
    readAmounts: ReadAmounts,
  ) => Promise<readonly SubTransfer[]>;
}

/** The snapshots around a transfer: the first one from it on, and those right before that one, the latest first. */
function timesOf({ atMs }: ValueMovement, times: readonly number[]): readonly number[] {
  const next = countLeading(times, each => each < atMs);
  return next === times.length ? [] : times.slice(Math.max(0, next - earlierSnapshots), next + 1).toReversed();
}

/** Changes between two snapshots, computed once for all transfers between them. */
function createChangesBetween(amounts: readonly TimedAmounts[]) {
  const byTime = new Map(amounts.map(each => [each.atMs, each]));
  const known = new Map<string, readonly AmountChange[]>();
  return (fromMs: number, toMs: number): readonly AmountChange[] => {
    const key = `${fromMs} ${toMs}`;
    const [before, after] = [byTime.get(fromMs), byTime.get(toMs)];
    if (before === undefined || after === undefined) return [];
    const changes = known.get(key) ?? changesBetween(before, after);
    known.set(key, changes);
    return changes;
  };
}

/** Finds the sub-accounts of the transfers of one account. Snapshots do not change, so neither does what was found. */
export function createSubTransferFinder(): SubTransferFinder {
  const kept = new Map<string, readonly SubTransfer[]>();
  return {
    async find(transfers, times, readAmounts) {
      const byName = new Map(transfers.map(transfer => [rowName(transfer), transfer]));
      for (const name of kept.keys()) if (!byName.has(name)) kept.delete(name);
      const open = [...byName].filter(([name]) => !kept.has(name));
      const around = open.map(([name, transfer]) => ({ name, transfer, near: timesOf(transfer, times) }));
      const changesOf = createChangesBetween(await readAmounts(around.flatMap(({ near }) => near)));
      for (const { name, transfer, near } of around) {
        const [nextMs, ...earlier] = near;
        if (nextMs === undefined) continue;
        const fits = earlier.map(atMs => toSubTransfers(transfer, changesOf(atMs, nextMs)));
        kept.set(name, firstFit(fits, earlier[0]));
      }
      return [...kept.values()].flat();
    },
  };
}
