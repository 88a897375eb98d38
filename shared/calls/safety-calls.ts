import * as z from 'zod/mini';
import { exchangeCancel, exchangeWrite, ownChange, ownRead, whileLocked } from '../domain/call-traits.ts';
import { AuditRow, AuditReport } from '#shared/domain/safety/audit.ts';
import { KillRun } from '#shared/domain/safety/kill-switch.ts';
import { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { TimedCancel, TimedCancelSeconds } from '#shared/domain/safety/timed-cancel.ts';

const onProfile = z.strictObject({ profileId: z.string() });

/** The calls about what stops a profile; part of the contract. */
export const safetyCalls = {
  'safeguards.read': { ...ownRead, ...whileLocked, input: onProfile, output: Safeguards },
  /** Answers as soon as nothing new is sent; `killSwitch.changed` publishes the state of the orders. */
  'killSwitch.fire': {
    ...exchangeCancel,
    /** `isKeepingStops`: protective stops stay; absent: everything is cancelled */
    input: z.strictObject({ ...onProfile.shape, isKeepingStops: z.optional(z.boolean()) }),
    output: KillRun,
  },
  /** the last firing since Fathom began; null: none */
  'killSwitch.read': { ...ownRead, ...whileLocked, input: onProfile, output: z.nullable(KillRun) },
  /** Asked in the trusted window. */
  'killSwitch.release': { ...ownChange, input: onProfile, output: Safeguards },
  /** Into a dry run at once; out of it is asked in the trusted window. */
  'dryRun.change': {
    ...ownChange,
    input: z.strictObject({ profileId: z.string(), isDryRun: z.boolean() }),
    output: Safeguards,
  },
  'timedCancel.read': { ...ownRead, input: onProfile, output: TimedCancel },
  /** null: takes it off */
  'timedCancel.change': {
    ...exchangeWrite,
    input: z.strictObject({ profileId: z.string(), timeoutS: z.nullable(TimedCancelSeconds) }),
    output: TimedCancel,
  },
  /** newest first, of all profiles */
  'audit.list': { ...ownRead, input: z.strictObject({}), output: z.array(AuditRow) },
  /** Reads all of it; a second call gets the answer of the first. */
  'audit.verify': { ...ownChange, input: z.strictObject({}), output: AuditReport },
  /** into the data folder */
  'audit.export': { ...ownChange, input: z.strictObject({}), output: z.object({ file: z.string(), rows: z.int() }) },
  /** Begins the audit journal again after what a check found. Asked in the trusted window. */
  'audit.accept': { ...ownChange, input: onProfile, output: AuditReport },
} as const;

export const safetyEvents = {
  'timedCancel.changed': { payload: TimedCancel, delivery: 'latest-wins' },
  'safeguards.changed': { payload: Safeguards, delivery: 'latest-wins' },
  'killSwitch.changed': { payload: z.object({ profileId: z.string(), run: KillRun }), delivery: 'latest-wins' },
} as const;
