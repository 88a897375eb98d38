import * as z from 'zod/mini';
import { ownChange, ownRead, ownSave, whileLocked } from '../domain/call-traits.ts';
import { EpochMs } from '#shared/domain/scalars.ts';
import { PrivacyLevel } from '#shared/domain/view/privacy.ts';

/** Minutes without a touch after which Fathom locks itself; null: only when it is asked to, or slept. */
export const IdleMinutes = z.nullable(z.int().check(z.gte(1), z.lte(480)));

/** Where the PIN is kept: `session` is memory, until Fathom ends. */
export const PinHome = z.enum(['keychain', 'session']);
export type PinHome = z.infer<typeof PinHome>;

export const LockReason = z.enum(['asked', 'idle', 'sleep', 'start']);
export type LockReason = z.infer<typeof LockReason>;

/** The lock of the whole program. While it is locked main answers nothing about an account and sends no action. */
export const LockState = z.object({
  /** null: it is not locked */
  locked: z.nullable(z.object({ sinceMs: EpochMs, reason: LockReason })),
  /** null: there is no PIN, and then nothing can be locked */
  pinHome: z.nullable(PinHome),
  idleMin: IdleMinutes,
  isLockedAtStart: z.boolean(),
  /** after wrong tries: no PIN is looked at before; null: at once */
  retryAtMs: z.nullable(EpochMs),
});
export type LockState = z.infer<typeof LockState>;

const nothing = z.strictObject({});

/**
 * The calls about the lock and about privacy; part of the contract. None of them takes a PIN: that is typed in the
 * trusted window.
 */
export const lockCalls = {
  'lock.read': { ...ownRead, ...whileLocked, input: nothing, output: LockState },
  /** at once; `invalid-request` where there is no PIN to unlock it with */
  'lock.engage': { ...ownRead, ...whileLocked, input: nothing, output: LockState },
  /** asks for the PIN in the trusted window */
  'lock.release': { ...ownChange, ...whileLocked, input: nothing, output: LockState },
  /** the user touched the window */
  'lock.touch': { ...ownRead, ...whileLocked, input: nothing, output: nothing },
  /**
   * a first PIN or another one, typed in the trusted window; `no-keychain` or `keychain-locked` where it cannot be kept
   * there
   */
  'lock.setPin': { ...ownChange, input: z.strictObject({ home: PinHome }), output: LockState },
  /** asked in the trusted window, with the PIN */
  'lock.removePin': { ...ownChange, input: nothing, output: LockState },
  /** sooner is done at once; later, or no more at the start, is asked in the trusted window, with the PIN */
  'lock.change': {
    ...ownChange,
    input: z.strictObject({ idleMin: IdleMinutes, isLockedAtStart: z.boolean() }),
    output: LockState,
  },
  /** in every window, and after a restart; published by `profiles.changed` */
  'privacy.change': { ...ownSave, ...whileLocked, input: z.strictObject({ level: PrivacyLevel }), output: nothing },
} as const;

export const lockEvents = {
  'lock.changed': { payload: LockState, delivery: 'latest-wins' },
} as const;
