import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { createKeychain } from '#credentials/keyring/keychain.ts';
import type { StartKeyringProcess } from '#credentials/keyring/process.ts';
import type { Log } from '#log/log.ts';
import type { AuditReport } from '#shared/domain/safety/audit.ts';
import { readPrivateFile } from '#store/atomic-file.ts';
import { fileLimitBytes } from '#store/documents/limits.ts';
import { type CheckAnswer, hasKeyedRows, performJob, readJournalId } from '#store/audit/check/check-job.ts';
import type { AuditEvidence } from '#store/audit/seal/evidence.ts';
import { readEvidence } from '#store/audit/seal/read-evidence.ts';
import { createAuditSeal } from '#store/audit/seal/seal.ts';
import { reasonOf } from '#store/journal/attempt.ts';
import { openStore } from '#store/store.ts';
import { lockDataDir } from '../instance-lock.ts';

export interface AuditCommand {
  readonly what: 'verify' | 'export' | 'accept';
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** called once, and only where there is a data folder */
  readonly prepareKeyring: () => Promise<StartKeyringProcess>;
}

interface PreparedCommand extends AuditCommand {
  readonly startKeyring: StartKeyringProcess;
}

/** `npm start -- --audit verify|export|accept`. True: nothing is wrong, or it was accepted. */
export async function runAuditCommand(asked: AuditCommand): Promise<boolean> {
  const { what, dataDir, say } = asked;
  if (!existsSync(dataDir)) {
    say(`There is no data folder ${dataDir}. Name it with --data-dir.`);
    return false;
  }
  try {
    const command = { ...asked, startKeyring: await asked.prepareKeyring() };
    const evidence = await evidenceFor(command);
    const answer = performJob({ kind: 'verify', dataDir, evidence });
    if (answer.state !== 'verified') return sayFailure(answer, say);
    const isRight = printReport(answer.report, command);
    if (what === 'export') return sayExport(performJob({ kind: what, dataDir }), say) && isRight;
    return what === 'accept' ? await acceptProblem(answer.report.problem, command) : isRight;
  } catch (cause) {
    say(`The audit journal cannot be read: ${reasonOf(cause)}.`);
    return false;
  }
}

/** The keychain is asked only where the user has an account in it, or had one. */
async function evidenceFor({ dataDir, startKeyring }: PreparedCommand): Promise<AuditEvidence> {
  if (!hasAccount(dataDir) && !hasKeyedRows(dataDir)) return { state: 'unused' };
  const journalId = readJournalId(dataDir);
  return readEvidence(createKeychain({ start: startKeyring, log: noLog }).audit, { journalId, dataDir });
}

const ProfilesFile = z.object({
  profiles: z.array(z.object({ profile: z.object({ secretHome: z.string() }) })),
});

/** Whether a profile of this folder has its key in the keychain. A file that makes no sense has none that could be used. */
function hasAccount(dataDir: string): boolean {
  try {
    const text = readPrivateFile(join(dataDir, 'profiles.json'), fileLimitBytes.profiles);
    const { profiles } = ProfilesFile.parse(JSON.parse(text ?? ''));
    return profiles.some(({ profile }) => profile.secretHome === 'keychain');
  } catch {
    return false;
  }
}

/** True: nothing is wrong. */
function printReport(report: AuditReport, { what, say }: AuditCommand): boolean {
  const { rows, lastRow, firstAtMs, lastAtMs, problem, provenTo, limits } = report;
  if (rows === 0 && problem === null) {
    say('There is nothing to verify yet: no act was journalled in this data folder.');
    return true;
  }
  const span = firstAtMs === null || lastAtMs === null ? '' : `, ${moment(firstAtMs)} to ${moment(lastAtMs)}`;
  say(`${rows} rows${span}.`);
  if (problem !== null) {
    say(`NOT WHOLE: ${problem}`);
    if (what === 'verify') say('If you know the reason, accept it as a new beginning with: --audit accept');
  } else if (provenTo === null) say('No row is damaged or missing, as far as can be checked without a key.');
  else if (provenTo < lastRow) say(`The chain is whole up to row ${provenTo}.`);
  else say('The chain is whole: no row was changed, removed or moved.');
  for (const limit of limits) say(limit);
  return problem === null;
}

function sayExport(answer: CheckAnswer, say: AuditCommand['say']): boolean {
  if (answer.state !== 'exported') return sayFailure(answer, say);
  say(`Written to ${answer.exported.file}`);
  return true;
}

function sayFailure(answer: CheckAnswer, say: AuditCommand['say']): false {
  if (answer.state === 'failed') say(`The audit journal cannot be read or written: ${answer.reason}.`);
  return false;
}

/** Needs the data folder for itself: it writes. */
async function acceptProblem(
  problem: string | null,
  { dataDir, say, startKeyring }: PreparedCommand,
): Promise<boolean> {
  if (problem === null) {
    say('Nothing is wrong, so there is nothing to accept.');
    return true;
  }
  const outcome = lockDataDir(dataDir);
  if (outcome.kind !== 'held') {
    say(`Fathom runs on ${dataDir}. Accept it there, under Safety, or end Fathom first.`);
    return false;
  }
  // a journal that is missing or damaged is replaced here, so the next start has nothing to report
  const store = openStore({ dataDir, log: noLog, nowMs: Date.now, onNotice: say });
  try {
    if (!store.ok) {
      say(store.error.message);
      return false;
    }
    const seal = createAuditSeal({
      audit: store.value.audit,
      keychain: createKeychain({ start: startKeyring, log: noLog }).audit,
      hasAccount: () => hasAccount(dataDir),
      nowMs: Date.now,
      later: () => () => {},
      log: noLog,
      notice: say,
      hide: () => {},
    });
    const accepted = await seal.accept(problem);
    say(accepted.ok ? 'Accepted as a new beginning; a row of the audit journal records it.' : accepted.error.message);
    return accepted.ok;
  } finally {
    if (store.ok) store.value.close();
    outcome.lock.release();
  }
}

const noLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function moment(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
