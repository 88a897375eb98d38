import type { AuditReport } from '#shared/domain/safety/audit.ts';
import { performJob } from '../audit/check/check-job.ts';
import type { AuditEvidence } from '../audit/seal/evidence.ts';

/** Checks the audit journal of a data folder in this thread; without `evidence` as where no keychain is used. */
export function verifyStore(
  { dataDir }: { readonly dataDir: string },
  evidence: AuditEvidence = { state: 'unused' },
): AuditReport {
  const answer = performJob({ kind: 'verify', dataDir, evidence });
  if (answer.state !== 'verified') throw new Error(answer.state === 'failed' ? answer.reason : answer.state);
  return answer.report;
}
