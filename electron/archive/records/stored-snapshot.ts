import * as z from 'zod/mini';
import { PositionSide } from '#shared/domain/market/position-side.ts';
import type { BalanceSnapshot, SnapshotBalance } from '../archive-store.ts';
import { fromStoredText, toBalanceText, toStoredText } from './stored-text.ts';

/** How every database stores a snapshot: one row with the positions and unknown parts, and one for each balance. */

const Missing = z.array(z.object({ part: z.string(), reason: z.string() }));
const textOrNull = z.nullable(z.string());
const SnapshotRow = z.object({
  snapshot_id: z.number(),
  at_ms: z.number(),
  missing: z.string(),
  positions: textOrNull,
});
const Positions = z.array(
  z.object({
    symbol: z.string(),
    positionSide: z.nullable(PositionSide),
    lots: z.string(),
    entryPrice: textOrNull,
    markPrice: textOrNull,
    unrealised: textOrNull,
    settleCurrency: z.string(),
  }),
);
const StoredBalance = z.object({
  owner: z.string(),
  wallet: z.string(),
  currency: z.string(),
  total: textOrNull,
  available: textOrNull,
  held: textOrNull,
  owed: textOrNull,
  unrealised: textOrNull,
});
const Times = z.array(z.object({ snapshot_id: z.number(), at_ms: z.number() }));

/** The columns of a balance, which have the names of its fields, in the order of `balanceValues`. */
export const balanceColumnNames: readonly string[] = Object.keys(StoredBalance.shape);
export const snapshotColumnNames: readonly string[] = Object.keys(SnapshotRow.shape);

/** The values of a balance, in the order of `balanceColumnNames`. */
export function balanceValues(balance: SnapshotBalance): readonly (string | null)[] {
  const { owner, wallet, currency, total, available, held, owed, unrealised } = balance;
  const names = [owner, wallet, currency].map(toBalanceText);
  const amounts = [total, available, held, owed, unrealised].map(text => (text === null ? null : toStoredText(text)));
  return [...names, ...amounts];
}

/** An account of the balances as it is stored; null: all. */
export function ownerText(owner: string | null): string | null {
  return owner === null ? null : toBalanceText(owner);
}

/** The snapshot's id, by which its balances are found. */
export function snapshotIdOf(found: unknown): number {
  return SnapshotRow.parse(found).snapshot_id;
}

function toAmount(stored: string | null): string | null {
  return stored === null ? null : fromStoredText(stored);
}

function toBalance(stored: SnapshotBalance): SnapshotBalance {
  return {
    owner: fromStoredText(stored.owner),
    wallet: fromStoredText(stored.wallet),
    currency: fromStoredText(stored.currency),
    total: toAmount(stored.total),
    available: toAmount(stored.available),
    held: toAmount(stored.held),
    owed: toAmount(stored.owed),
    unrealised: toAmount(stored.unrealised),
  };
}

/** A snapshot and its balances as the database gave them. Throws what the check of their shape throws. */
export function toSnapshot(accountId: number, found: unknown, balances: unknown): BalanceSnapshot {
  const { at_ms: atMs, missing, positions } = SnapshotRow.parse(found);
  return {
    accountId,
    atMs,
    rows: z.array(StoredBalance).parse(balances).map(toBalance),
    positions: positions === null ? null : Positions.parse(JSON.parse(positions)),
    missing: Missing.parse(JSON.parse(missing)),
  };
}

/** Account, time, unknown parts and positions of a new snapshot. */
export function snapshotValues({ accountId, atMs, missing, positions }: BalanceSnapshot) {
  return [accountId, atMs, JSON.stringify(missing), positions === null ? null : JSON.stringify(positions)] as const;
}

/** The ids and times of snapshots as the database gave them. */
export function toSnapshotTimes(found: unknown): readonly { readonly id: number; readonly atMs: number }[] {
  return Times.parse(found).map(({ snapshot_id: id, at_ms: atMs }) => ({ id, atMs }));
}
