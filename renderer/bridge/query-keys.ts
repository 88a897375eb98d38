import type { CallInput, CallName } from '../../shared/contract.ts';

/** The cache key of one read: its name, then its whole input. */
export function readKey<N extends CallName>(name: N, input: CallInput<N>): readonly [N, CallInput<N>] {
  return [name, input];
}

/** All reads of one name, whatever their input: for invalidation. */
export function anyReadKey<N extends CallName>(name: N): readonly [N] {
  return [name];
}

/** The profile that a cached read belongs to, or null when it belongs to none. */
export function profileIdOfKey(key: readonly unknown[]): string | null {
  const input = key[1];
  if (typeof input !== 'object' || input === null || !('profileId' in input)) return null;
  return typeof input.profileId === 'string' ? input.profileId : null;
}
