import type { CallOfKind } from '#shared/contract.ts';

/**
 * Reads that no feed pushes, as the small part of `polling.ts` that `usePlainRead` needs. Seconds between two reads;
 * null = read once and keep.
 */
export const plainOwnSeconds = {
  'reads.costs': null,
  'profiles.list': null,
  // main pushes its changes; the interval is for a page that got none
  'link.read': 10,
} as const satisfies Partial<Record<CallOfKind<'own'>, number | null>>;

/** The same for reads of the exchange. */
export const plainExchangeSeconds = {
  'symbols.list': 600,
  'contracts.list': 600,
  'book.read': 0.5,
  'accounts.baseFee': 1800,
} as const satisfies Partial<Record<CallOfKind<'read'>, number>>;

const plainSeconds = { ...plainOwnSeconds, ...plainExchangeSeconds };

export type PlainReadName = keyof typeof plainSeconds;

/** Seconds between two reads; null = read once and keep. */
export function plainSecondsOf(name: PlainReadName): number | null {
  return plainSeconds[name];
}
