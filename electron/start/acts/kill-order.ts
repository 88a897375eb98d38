import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Result } from '#shared/errors.ts';
import { factsOf } from '#trading/kill/words.ts';

/**
 * How `npm start -- --kill` reaches the Fathom that runs on a data folder: a file in that folder, which nobody but the
 * user can write. No port and no socket is open for it, and it works where the page, the window or the display do not.
 */

const Report = z.object({ id: z.string(), message: z.nullable(z.string()), run: z.nullable(KillRun) });
type Report = z.infer<typeof Report>;

const lookEveryMs = 500;
const orderFile = (dataDir: string) => join(dataDir, 'kill-order');
const reportFile = (dataDir: string) => join(dataDir, 'kill-report.json');

/** Obeys orders until the answer is called. */
export function obeyKillOrders(dataDir: string, obey: () => Promise<Result<KillRun>>): () => void {
  const file = orderFile(dataDir);
  // one that nobody took is of a Fathom that is gone
  rmSync(file, { force: true });
  const look = async (): Promise<void> => {
    const id = take(file);
    if (id === null) return;
    const result = await obey();
    const report: Report = {
      id,
      message: result.ok ? null : result.error.message,
      run: result.ok ? result.value : null,
    };
    writeFileSync(reportFile(dataDir), JSON.stringify(report), { mode: 0o600 });
  };
  const timer = setInterval(() => {
    look().catch(() => {}); // the report could not be written; what it would tell is in the journal and the log
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

function take(file: string): string | null {
  if (!existsSync(file)) return null;
  try {
    const id = readFileSync(file, 'utf8');
    rmSync(file, { force: true });
    return id;
  } catch {
    return null; // whoever wrote it is not done yet, or took it back
  }
}

export interface OrderOptions {
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** What a run may take when a venue does not answer, and a little more. */
const patienceRounds = (11 * 60_000) / lookEveryMs;

/** Orders the Fathom that runs there to cancel everything, and tells what became of it. True: nothing is active any more. */
export async function orderKill({ dataDir, say, wait }: OrderOptions): Promise<boolean> {
  const id = randomUUID();
  rmSync(reportFile(dataDir), { force: true });
  writeFileSync(orderFile(dataDir), id, { mode: 0o600 });
  say('Cancelling everything and freezing the profile that is open.');
  for (let round = 0; round < patienceRounds; round += 1) {
    await wait(lookEveryMs);
    const report = readReport(dataDir, id);
    if (report !== null) return tell(report, say);
    if (round === 20 && existsSync(orderFile(dataDir))) {
      say('Fathom has not taken the order for ten seconds: it may hang. Cancel at the exchange itself.');
    }
  }
  say('Fathom did not report. Look at the exchange itself.');
  return false;
}

function readReport(dataDir: string, id: string): Report | null {
  try {
    const parsed = Report.safeParse(JSON.parse(readFileSync(reportFile(dataDir), 'utf8')));
    return parsed.success && parsed.data.id === id ? parsed.data : null;
  } catch {
    return null; // not there yet, or half written
  }
}

function tell({ message, run }: Report, say: (line: string) => void): boolean {
  if (message !== null) say(message);
  if (run === null) return false;
  for (const { label, value } of factsOf(run)) say(`${label}: ${value}`);
  const isClear = run.rows.every(({ state }) => state === 'clear');
  say(
    isClear ? 'Nothing is active any more. The profile is frozen.' : 'Not everything is gone. The profile is frozen.',
  );
  return isClear;
}
