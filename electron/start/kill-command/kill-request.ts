import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { operatingSystem } from '#os/operating-system.ts';
import { KillRun } from '#shared/domain/safety/kill-switch.ts';
import { readPrivateFile } from '#store/atomic-file.ts';
import { fileLimitBytes } from '#store/documents/limits.ts';

/**
 * How `--kill` reaches the Fathom that runs on a data folder: files in that folder, which only the user can write. No
 * port and no socket is open for it, and it works where the page, the window or the display do not.
 */

/** `round` increases during the run, so that the reader sees that main still writes. */
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
const requestName = /^kill-order-([0-9a-f-]{36})$/;
const requestFile = (dataDir: string, id: string) => join(dataDir, `kill-order-${id}`);
const reportFile = (dataDir: string) => join(dataDir, 'kill-report.json');

/**
 * Leaves a request and returns its id. The id is in the name of an empty file: each request has a file of its own, and
 * a full disk still has room for a name. Throws where not even that can be written.
 */
export function leaveKillRequest(dataDir: string): string {
  const id = randomUUID();
  writeFileSync(requestFile(dataDir, id), '', { mode: 0o600, flag: 'wx' });
  return id;
}

function requestIds(dataDir: string): readonly string[] {
  try {
    return readdirSync(dataDir).flatMap(name => requestName.exec(name)?.[1] ?? []);
  } catch {
    return []; // a folder that cannot be read has none for us
  }
}

/** Whether a request waits for a main process to take it: the one of this id, or any. */
export function isKillRequested(dataDir: string, id?: string): boolean {
  return id === undefined ? requestIds(dataDir).length > 0 : existsSync(requestFile(dataDir, id));
}

/** Takes all requests that wait and returns their ids. One that cannot be removed is not taken. */
export function takeKillRequests(dataDir: string): readonly string[] {
  return requestIds(dataDir).filter(id => {
    try {
      return operatingSystem.removeFile(requestFile(dataDir, id)); // false: it was taken back
    } catch {
      return false;
    }
  });
}

/**
 * Removes the requests that no main process has taken. Returns when the newest was written, in epoch ms; null: none.
 */
export function discardKillRequests(dataDir: string): number | null {
  let newestMs: number | null = null;
  for (const id of requestIds(dataDir)) {
    const writtenAtMs = statSync(requestFile(dataDir, id), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    newestMs = Math.max(newestMs ?? 0, writtenAtMs);
    operatingSystem.removeFile(requestFile(dataDir, id));
  }
  return newestMs;
}

/** Whole or not at all: a reader never sees a half. Throws what the file system throws. */
export function writeKillReport(dataDir: string, report: KillReport): void {
  const beside = `${reportFile(dataDir)}.new`;
  writeFileSync(beside, JSON.stringify(report), { mode: 0o600 });
  operatingSystem.renameFile(beside, reportFile(dataDir));
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
