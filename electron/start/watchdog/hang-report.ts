import { join } from 'node:path';
import { createFileLog } from '#log/file-log.ts';
import { createRedactor } from '#log/redact.ts';
import { recordCrash } from '#store/crash-record.ts';
import type { HangReport } from './watch-main.ts';

/**
 * Opens the log and the crash record of a data folder beside the main thread. It knows no secret: what it writes has the
 * names of functions and files only.
 */
export function openHangReport(dataDir: string): HangReport {
  const redactor = createRedactor();
  const clean = (text: string) => redactor.cleanText(text);
  const file = join(dataDir, 'logs', 'fathom.log');
  // only the main thread moves a full log aside
  const { close, ...log } = createFileLog({ file, redactor, largestBytes: Number.MAX_SAFE_INTEGER });
  return { log, close, recordCrash: cause => recordCrash('hang', cause, { dataDir, clean, nowMs: Date.now }) };
}
