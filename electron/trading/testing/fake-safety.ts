import type { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Safeguards } from '#shared/domain/safety/safeguards.ts';
import { fail, succeed } from '#shared/errors.ts';
import type { SafeguardList } from '#policy/safeguards.ts';
import type { AuditControl } from '#store/audit/audit-control.ts';
import type { Safety } from '../safety.ts';

/** Safeguards in memory, of profiles that are free until a test says otherwise. */
export function createFakeSafeguards(): SafeguardList {
  const held = new Map<string, Safeguards>();
  const of = (profileId: string): Safeguards =>
    held.get(profileId) ?? { profileId, frozenSinceMs: null, isDryRun: false, timedCancelS: null, isKept: true };
  return {
    of,
    change: (profileId, change) => {
      const next = { ...of(profileId), ...change };
      held.set(profileId, next);
      return next;
    },
    adoptFreezes: () => {},
    close: () => {},
  };
}

const killRun: KillRun = { id: 'k', startedAtMs: 1, endedAtMs: 2, rows: [] };

const soundAudit = {
  rows: 0,
  lastRow: 0,
  firstAtMs: null,
  lastAtMs: null,
  problem: null,
  provenTo: null,
  limits: [],
};

/** An audit journal in which nothing was done. */
export const fakeAuditControl: AuditControl = {
  list: () => succeed([]),
  verify: () => Promise.resolve(succeed(soundAudit)),
  export: () => Promise.resolve(succeed({ file: '/d/exports/audit.txt', rows: 0 })),
  findProblem: () => Promise.resolve(fail('invalid-request', 'Nothing is wrong.')),
  accept: () => Promise.resolve(succeed(null)),
};

const timedCancelOff = { state: 'off', timeoutS: null, triggersAtMs: null, renewedAtMs: null, reason: null } as const;

/** Notes what is asked of it; a release is declined. */
export function createFakeSafety(note: (step: string) => void): Safety {
  return {
    safeguards: createFakeSafeguards(),
    killSwitch: {
      fire: ({ profileId }) => {
        note(`fire ${profileId}`);
        return killRun;
      },
      lastRun: () => killRun,
      looked: () => Promise.resolve(killRun),
      settled: () => Promise.resolve(killRun),
      resume: () => {},
      count: () => Promise.resolve(0),
      close: () => {},
    },
    changeDryRun: ({ id }, isDryRun) => {
      note(`dry run ${id} ${isDryRun}`);
      return Promise.resolve(fail('declined', 'no'));
    },
    timedCancel: {
      read: profileId => ({ ...timedCancelOff, profileId }),
      change: ({ profileId }, timeoutS) => {
        note(`timed cancel ${profileId} ${timeoutS}`);
        return Promise.resolve(succeed({ ...timedCancelOff, profileId }));
      },
      opened: () => {},
      closed: () => {},
    },
    audit: fakeAuditControl,
    acceptAudit: ({ id }) => {
      note(`accept audit ${id}`);
      return Promise.resolve(fail('declined', 'no'));
    },
    release: ({ id }) => {
      note(`release ${id}`);
      return Promise.resolve(fail('declined', 'no'));
    },
  };
}
