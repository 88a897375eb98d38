import { CandleInterval } from '#shared/domain/market/candle.ts';
import { Venue } from '#shared/domain/scalars.ts';
import type { CallInput, CallName } from '#shared/contract.ts';

/** The cache key of one read: its name, then its whole input. */
export function readKey<N extends CallName>(name: N, input: CallInput<N>): readonly [N, CallInput<N>] {
  return [name, input];
}

/** All reads of one name, whatever their input: for invalidation. */
export function anyReadKey<N extends CallName>(name: N): readonly [N] {
  return [name];
}

/** Whose past, of which list; venue and symbol null = all. */
export interface PastScope {
  readonly profileId: string;
  readonly of: 'orders' | 'fills' | 'withdrawals' | 'account-changes';
  readonly venue: Venue | null;
  readonly symbol: string | null;
  /** who reads it by itself, apart from the list that is scrolled; absent: that list */
  readonly reader?: 'overview' | undefined;
}

/** The cache key of what is known of a past. */
export function pastKey(scope: PastScope): readonly ['past', PastScope] {
  return ['past', scope];
}

/** What the input of a cached read narrows it to. A missing symbol means every symbol. */
export interface KeyScope {
  readonly profileId: string | undefined;
  readonly venue: Venue | undefined;
  readonly symbol: string | undefined;
  readonly interval: CandleInterval | undefined;
}

export function scopeOfKey(key: readonly unknown[]): KeyScope {
  return {
    profileId: textOf(key, 'profileId'),
    venue: Venue.safeParse(textOf(key, 'venue')).data,
    symbol: textOf(key, 'symbol'),
    interval: CandleInterval.safeParse(textOf(key, 'interval')).data,
  };
}

/** The profile that a cached read belongs to, or null when it belongs to none. */
export function profileIdOfKey(key: readonly unknown[]): string | null {
  return textOf(key, 'profileId') ?? null;
}

function textOf(key: readonly unknown[], part: string): string | undefined {
  const input = key[1];
  if (typeof input !== 'object' || input === null) return undefined;
  const value: unknown = Reflect.get(input, part);
  return typeof value === 'string' ? value : undefined;
}
