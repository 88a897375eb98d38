import * as z from 'zod/mini';
import { SeenAccount } from '../account/oversight.ts';
import type { AccountChange, NotedChange } from './watched-accounts.ts';

/** What the list of sub-accounts states of one of them, beside its balances. */
export const AccountDetails = z.pick(SeenAccount, { name: true, status: true, access: true, remarks: true });
export type AccountDetails = z.infer<typeof AccountDetails>;

type DetailKind = Exclude<AccountChange['kind'], 'balance' | 'figures'>;
export interface DetailChange {
  readonly kind: DetailKind;
  readonly before: string;
  readonly after: string;
}

function textOf(code: number | null): string | null {
  return code === null ? null : String(code);
}

/** What differs between two states of one sub-account. A value that was unknown at one of them is no change. */
export function detailChanges(then: AccountDetails, now: AccountDetails): readonly DetailChange[] {
  const compared: readonly [DetailKind, string | null, string | null][] = [
    ['renamed', then.name, now.name],
    ['status', textOf(then.status), textOf(now.status)],
    ['access', then.access, now.access],
  ];
  const changed = compared
    .filter(([, old, next]) => old !== null && next !== null && old !== next)
    .map(([kind, old, next]) => ({ kind, before: old ?? '', after: next ?? '' }));
  // no remark is a value of its own, where the account is in the list
  const isRemarked = then.status !== null && now.status !== null && then.remarks !== now.remarks;
  if (!isRemarked) return changed;
  return [...changed, { kind: 'remarks', before: then.remarks ?? '', after: now.remarks ?? '' }];
}

/** Whether the list of sub-accounts shows a change of this kind. */
export function isDetailChange({ kind }: Pick<AccountChange, 'kind'>): boolean {
  return kind !== 'balance' && kind !== 'figures';
}

/** Whether two reports, by a window and by main, are of one change: the same values in overlapping times. */
export function isSameChange(a: NotedChange, b: NotedChange): boolean {
  const isSame = a.userId === b.userId && a.kind === b.kind && a.before === b.before && a.after === b.after;
  return isSame && a.sinceMs <= b.atMs && b.sinceMs <= a.atMs;
}
