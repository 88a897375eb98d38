import type { Directory } from './types.ts';

export interface AccountOwner {
  readonly uid: number;
  readonly userId: string;
  /** null: the master account */
  readonly subName: string | null;
}

/** Whose account it is: a sub-account's or the master's. */
export function ownerOf(directory: Directory, accountId: string): AccountOwner {
  const sub = directory.subAccounts.find(candidate => candidate.accountId === accountId);
  if (sub !== undefined) return { uid: sub.uid, userId: sub.userId, subName: sub.subName };
  return { uid: directory.master.uid, userId: directory.master.userId, subName: null };
}

export function uidOf(directory: Directory, accountId: string): number {
  return ownerOf(directory, accountId).uid;
}
