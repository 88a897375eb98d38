import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type KillRow, KillRun } from '#shared/domain/safety/kill-switch.ts';
import type { Result } from '#shared/errors.ts';
import { factOf, outcomeOf } from '#trading/kill/words.ts';

/**
 * How `npm start -- --kill` reaches the Fathom that runs on a data folder: a file in that folder, which nobody but the
 * user can write. No port and no socket is open for it, and it works where the page, the window or the display do not.
 */

/** `round` counts on while the run goes on, so that whoever reads sees that somebody still writes. */
const Report = z.object({
  /** the orders it answers: a second one joins the run of the first */
  ids: z.array(z.string()),
  round: z.int(),
  message: z.nullable(z.string()),
  run: z.nullable(KillRun),
});
type Report = z.infer<typeof Report>;

const lookEveryMs = 500;
const orderFile = (dataDir: string) => join(dataDir, 'kill-order');
const reportFile = (dataDir: string) => join(dataDir, 'kill-report.json');

/** Fires, and answers what tells how the run stands now. */
export type Obey = () => Result<() => KillRun>;

/** Obeys orders until the answer is called, and reports how the run stands for as long as it goes on. */
export function obeyKillOrders(dataDir: string, obey: Obey): () => void {
  const file = orderFile(dataDir);
  // one that nobody took is of a Fathom that is gone
  rmSync(file, { force: true });
  let going: Going | null = null;
  const look = (): void => {
    const id = take(file);
    if (id !== null) going = { ids: [...(going?.ids ?? []), id], round: going?.round ?? 0, fired: obey() };
    if (going === null) return;
    going = { ...going, round: going.round + 1 };
    const report = reportOf(going);
    write(dataDir, report);
    if (report.run === null || report.run.endedAtMs !== null) going = null;
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // the report could not be written; what it would tell is in the journal and the log
    }
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}

interface Going {
  readonly ids: readonly string[];
  readonly round: number;
  readonly fired: ReturnType<Obey>;
}

function reportOf({ ids, round, fired }: Going): Report {
  const told = fired.ok ? { message: null, run: fired.value() } : { message: fired.error.message, run: null };
  return { ids: [...ids], round, ...told };
}

/** Whole or not at all: whoever reads never sees a half. */
function write(dataDir: string, report: Report): void {
  const beside = `${reportFile(dataDir)}.new`;
  writeFileSync(beside, JSON.stringify(report), { mode: 0o600 });
  renameSync(beside, reportFile(dataDir));
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

/** So long the first word is waited for: a Fathom that hangs takes the order when it comes to itself. */
const firstWordRounds = (11 * 60_000) / lookEveryMs;
/** After so many rounds without a word it is said that there is none. */
const silentRounds = 20;

/**
 * Orders the Fathom that runs there to cancel everything, and tells at once what is cleared and what is not reached, and
 * then each change until it is over. True: nothing is active any more.
 */
export async function orderKill({ dataDir, say, wait }: OrderOptions): Promise<boolean> {
  rmSync(reportFile(dataDir), { force: true });
  const id = giveOrder(dataDir);
  say('Cancelling everything and freezing the profile that is open.');
  const first = await firstReport({ dataDir, say, wait }, id);
  if (first === null) {
    say('Fathom did not report. Look at the exchange itself.');
    return false;
  }
  const isClearNow = await tellToTheEnd({ dataDir, say, wait }, id, first);
  if (isClearNow !== null) return isClearNow;
  say('Fathom reports no more: it has ended or hangs. Cancel at the exchange itself what is not told as gone above.');
  return false;
}

/**
 * Answers the number of the order. A full disk has room for a name still: an order without a number, whose text is
 * empty, is obeyed and reported as any other. Throws where not even that can be written.
 */
function giveOrder(dataDir: string): string {
  const id = randomUUID();
  try {
    writeFileSync(orderFile(dataDir), id, { mode: 0o600 });
    return id;
  } catch (cause) {
    if (existsSync(orderFile(dataDir))) return '';
    throw cause;
  }
}

async function firstReport({ dataDir, say, wait }: OrderOptions, id: string): Promise<Report | null> {
  let sinceTaken = 0;
  for (let round = 0; round < firstWordRounds; round += 1) {
    await wait(lookEveryMs);
    const report = readReport(dataDir, id);
    if (report !== null) return report;
    const isWaiting = existsSync(orderFile(dataDir));
    if (round === silentRounds && isWaiting) {
      say('Fathom has not taken the order for ten seconds: it may hang. Cancel at the exchange itself.');
    }
    sinceTaken = isWaiting ? 0 : sinceTaken + 1;
    if (sinceTaken > silentRounds) {
      say('Fathom has taken the order and cannot write its report. Its window tells how it stands.');
      return null;
    }
  }
  return null;
}

/** Null: the reports ceased. */
async function tellToTheEnd({ dataDir, say, wait }: OrderOptions, id: string, first: Report): Promise<boolean | null> {
  const tell = createTeller(say);
  let last = first;
  for (let silent = 0; silent < silentRounds; silent += 1) {
    const end = tell(last);
    if (end !== null) return end;
    await wait(lookEveryMs);
    const report = readReport(dataDir, id);
    if (report === null || report.round === last.round) continue;
    last = report;
    silent = 0;
  }
  return null;
}

function readReport(dataDir: string, id: string): Report | null {
  try {
    const parsed = Report.safeParse(JSON.parse(readFileSync(reportFile(dataDir), 'utf8')));
    return parsed.success && parsed.data.ids.includes(id) ? parsed.data : null;
  } catch {
    return null; // not there yet
  }
}

/** Says of a report what is new in it. The answer: whether nothing is active any more; null while it goes on. */
function createTeller(say: (line: string) => void): (report: Report) => boolean | null {
  const told = new Map<string, KillRow['state']>();
  let hasToldWait = false;
  const tellRows = (run: KillRun): void => {
    for (const row of run.rows) {
      if (row.state === 'working' || told.get(row.scope) === row.state) continue;
      told.set(row.scope, row.state);
      const { label, value } = factOf(row);
      say(`${label}: ${value}`);
    }
  };
  return ({ message, run }) => {
    if (message !== null) say(message);
    if (run === null) return false;
    tellRows(run);
    if (run.endedAtMs !== null) {
      say(endOf(run));
      return isClear(run);
    }
    if (!hasToldWait && told.size === run.rows.length) {
      hasToldWait = true;
      say('Fathom goes on trying what is not clear, for ten minutes at the most. Ctrl+C ends this report, not that.');
    }
    return null;
  };
}

const isClear = ({ rows }: KillRun): boolean => rows.every(({ state }) => state === 'clear');

function endOf(run: KillRun): string {
  if (isClear(run)) return 'Nothing is active any more. The profile is frozen.';
  return `Not everything is gone. ${outcomeOf(run.rows)} The profile is frozen.`;
}
