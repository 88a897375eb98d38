import * as z from 'zod/mini';
import { KillRun } from '#shared/domain/kill-switch.ts';
import { Safeguards } from '#shared/domain/safeguards.ts';

const onProfile = z.strictObject({ profileId: z.string() });

/** The calls about what stops a profile; part of the contract. */
export const safetyCalls = {
  'safeguards.read': { input: onProfile, output: Safeguards },
  /** Answers as soon as nothing new is sent; what becomes of the orders is told by `killSwitch.changed`. */
  'killSwitch.fire': { input: onProfile, output: KillRun },
  /** the last firing since Fathom began; null: none */
  'killSwitch.read': { input: onProfile, output: z.nullable(KillRun) },
  /** Asked in the trusted window. */
  'killSwitch.release': { input: onProfile, output: Safeguards },
} as const;

export const safetyEvents = {
  'safeguards.changed': { payload: Safeguards, delivery: 'latest-wins' },
  'killSwitch.changed': { payload: z.object({ profileId: z.string(), run: KillRun }), delivery: 'latest-wins' },
} as const;
