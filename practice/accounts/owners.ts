import type { Directory, SpotFamily } from './types.ts';

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
  const { uid, userId } = otherMaster(directory, accountId) ?? directory.master;
  return { uid, userId, subName: null };
}

export function uidOf(directory: Directory, accountId: string): number {
  return ownerOf(directory, accountId).uid;
}

function otherMaster(directory: Directory, accountId: string) {
  return directory.otherMasters?.find(candidate => candidate.accountId === accountId);
}

/** The family whose lists have the spot orders of the account; `both` for the first master account and its sub-accounts. */
export function spotFamilyOf(directory: Directory, accountId: string): SpotFamily {
  return otherMaster(directory, accountId)?.spotFamily ?? 'both';
}
