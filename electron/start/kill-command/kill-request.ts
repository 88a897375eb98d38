import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { KillRun } from '#shared/domain/safety/kill-switch.ts';
import { readPrivateFile } from '#store/atomic-file.ts';
import { fileLimitBytes } from '#store/documents/limits.ts';

/**
 * How `--kill` reaches the Fathom that runs on a data folder: a file in that folder, which only the user can write. No port
 * and no socket is open for it, and it works where the page, the window or the display do not.
 */

/** `round` goes up while the run goes on, so that the reader sees that main still writes. */
const KillReport = z.object({
  /** the requests it answers: a second one joins the run of the first */
  ids: z.array(z.string()),
  round: z.int(),
  message: z.nullable(z.string()),
  run: z.nullable(KillRun),
});
export type KillReport = z.infer<typeof KillReport>;

/** How often each side reads what the other wrote. */
export const killPollMs = 500;
const requestFile = (dataDir: string) => join(dataDir, 'kill-order');
const reportFile = (dataDir: string) => join(dataDir, 'kill-report.json');

/**
 * Leaves a request and returns its number. A full disk has room for a name still: a request without a number, whose text
 * is empty, is obeyed and reported as any other. Throws where not even that can be written.
 */
export function leaveKillRequest(dataDir: string): string {
  const id = randomUUID();
  try {
    writeFileSync(requestFile(dataDir), id, { mode: 0o600 });
    return id;
  } catch (cause) {
    if (existsSync(requestFile(dataDir))) return '';
    throw cause;
  }
}

/** Whether a request waits for a main process to take it. */
export function isKillRequested(dataDir: string): boolean {
  return existsSync(requestFile(dataDir));
}

/** Takes the request; null when there is none. */
export function takeKillRequest(dataDir: string): string | null {
  const file = requestFile(dataDir);
  if (!existsSync(file)) return null;
  try {
    const id = readPrivateFile(file, fileLimitBytes.record);
    rmSync(file, { force: true });
    return id;
  } catch {
    return null; // it is being written, or was taken back
  }
}

/** Removes a request that no main process has taken. Returns when it was written, in epoch ms; null: there was none. */
export function discardKillRequest(dataDir: string): number | null {
  const writtenAtMs = statSync(requestFile(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? null;
  rmSync(requestFile(dataDir), { force: true });
  return writtenAtMs;
}

/** Whole or not at all: a reader never sees a half. Throws what the file system throws. */
export function writeKillReport(dataDir: string, report: KillReport): void {
  const beside = `${reportFile(dataDir)}.new`;
  writeFileSync(beside, JSON.stringify(report), { mode: 0o600 });
  renameSync(beside, reportFile(dataDir));
}

/** The report on this request; null: there is none yet. */
export function readKillReport(dataDir: string, id: string): KillReport | null {
  try {
    const parsed = KillReport.safeParse(JSON.parse(readPrivateFile(reportFile(dataDir), fileLimitBytes.record) ?? ''));
    return parsed.success && parsed.data.ids.includes(id) ? parsed.data : null;
  } catch {
    return null; // not there yet
  }
}

export function removeKillReport(dataDir: string): void {
  rmSync(reportFile(dataDir), { force: true });
}
