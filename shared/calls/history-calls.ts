import * as z from 'zod/mini';
import { Fill } from '../domain/account/fill.ts';
import { MarginType } from '../domain/account/margin.ts';
import { Order } from '../domain/account/order.ts';
import { PastPosition, pastStep } from '../domain/account/past.ts';
import { Withdrawal } from '../domain/money/withdrawal.ts';
import { EpochMs, Venue } from '../domain/scalars.ts';

/** by which name the read is stopped */
const readId = z.string().check(z.minLength(1), z.maxLength(64));
const walk = { profileId: z.string(), readId, fromMs: EpochMs, at: PastPosition };
/** `margin`: what is on one margin account; absent: on none */
const ofMarket = z.strictObject({
  ...walk,
  venue: Venue,
  margin: z.optional(MarginType),
  symbol: z.nullable(z.string()),
});

/**
 * The past of the account, one request of the exchange at a time: from `at` back towards `fromMs`, newest first. Part of
 * the contract.
 */
export const historyCalls = {
  'history.orders': { input: ofMarket, output: pastStep(Order) },
  'history.fills': { input: ofMarket, output: pastStep(Fill) },
  'history.withdrawals': { input: z.strictObject(walk), output: pastStep(Withdrawal) },
  /** Ends a read that is under way; it answers `closed`. One that is over is left alone. */
  'history.stop': { input: z.strictObject({ profileId: z.string(), readId }), output: z.strictObject({}) },
} as const;
