import type { AuditRow, AuditReport } from '#shared/domain/safety/audit.ts';
import { fail, type Result } from '#shared/errors.ts';
import type { Audit } from './audit.ts';
import type { CheckJobs } from './check/check-jobs.ts';
import type { ExportedJournal } from './check/export-journal.ts';
import type { AuditSeal } from './seal/seal.ts';

/** What the user does with the audit journal. Errors: `storage`, and `invalid-request` while it is being read. */
export interface AuditControl {
  /** newest first, of all profiles */
  readonly list: (limit: number) => Result<readonly AuditRow[]>;
  /** Checks all of it on a thread of its own; a second call gets the answer of the first. */
  readonly verify: () => Promise<Result<AuditReport>>;
  /** Writes all of it into a file of its own in the data folder. */
  readonly export: () => Promise<Result<ExportedJournal>>;
  /** What a check finds wrong, to be shown before it is accepted. `invalid-request` when nothing is. */
  readonly findProblem: () => Promise<Result<string>>;
  /** Begins the chain again after this problem, which the user accepted. Also the errors of the keychain. */
  readonly accept: (problem: string) => Promise<Result<null>>;
}

export interface AuditControlOptions {
  readonly audit: Pick<Audit, 'list' | 'sealed'>;
  readonly seal: AuditSeal;
  readonly jobs: CheckJobs;
}

export function createAuditControl({ audit, seal, jobs }: AuditControlOptions): AuditControl {
  const { dataDir } = audit.sealed;
  let verifying: Promise<Result<AuditReport>> | null = null;
  const check = async () => {
    await seal.anchor();
    // before the rows are read: those that come meanwhile are after what the keychain noted
    const evidence = await seal.evidence();
    return jobs.verify({ dataDir, evidence });
  };
  const verify = () => {
    verifying ??= check().finally(() => {
      verifying = null;
    });
    return verifying;
  };
  return {
    list: audit.list,
    verify,
    export: () => jobs.export(dataDir),
    findProblem: async () => {
      const report = await verify();
      if (!report.ok) return report;
      const { problem } = report.value;
      if (problem === null)
        return fail('invalid-request', 'Nothing is wrong with the audit journal; nothing was changed.');
      return { ok: true, value: problem };
    },
    accept: seal.accept,
  };
}
