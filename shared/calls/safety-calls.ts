import * as z from 'zod/mini';
import { AuditRow, AuditVerdict } from '#shared/domain/safety/audit.ts';
import { KillRun } from '#shared/domain/safety/kill-switch.ts';
import { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { TimedCancel, TimedCancelSeconds } from '#shared/domain/safety/timed-cancel.ts';

const onProfile = z.strictObject({ profileId: z.string() });

/** The calls about what stops a profile; part of the contract. */
export const safetyCalls = {
  'safeguards.read': { input: onProfile, output: Safeguards },
  /** Answers as soon as nothing new is sent; what becomes of the orders is told by `killSwitch.changed`. */
  'killSwitch.fire': {
    /** `isKeepingStops`: protective stops stay; absent: everything is cancelled */
    input: z.strictObject({ ...onProfile.shape, isKeepingStops: z.optional(z.boolean()) }),
    output: KillRun,
  },
  /** the last firing since Fathom began; null: none */
  'killSwitch.read': { input: onProfile, output: z.nullable(KillRun) },
  /** Asked in the trusted window. */
  'killSwitch.release': { input: onProfile, output: Safeguards },
  /** Into a dry run at once; out of it is asked in the trusted window. */
  'dryRun.change': { input: z.strictObject({ profileId: z.string(), isDryRun: z.boolean() }), output: Safeguards },
  'timedCancel.read': { input: onProfile, output: TimedCancel },
  /** null: takes it off */
  'timedCancel.change': {
    input: z.strictObject({ profileId: z.string(), timeoutS: z.nullable(TimedCancelSeconds) }),
    output: TimedCancel,
  },
  /** newest first, of all profiles */
  'audit.list': { input: z.strictObject({}), output: z.array(AuditRow) },
  /** Reads all of it; a second call gets the answer of the first. */
  'audit.verify': { input: z.strictObject({}), output: AuditVerdict },
  /** into the data folder */
  'audit.export': { input: z.strictObject({}), output: z.object({ file: z.string(), rows: z.int() }) },
  /** Begins the audit journal again after what a check found. Asked in the trusted window. */
  'audit.accept': { input: onProfile, output: AuditVerdict },
} as const;

export const safetyEvents = {
  'timedCancel.changed': { payload: TimedCancel, delivery: 'latest-wins' },
  'safeguards.changed': { payload: Safeguards, delivery: 'latest-wins' },
  'killSwitch.changed': { payload: z.object({ profileId: z.string(), run: KillRun }), delivery: 'latest-wins' },
} as const;
