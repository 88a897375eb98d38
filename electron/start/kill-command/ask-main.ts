import { codeOf } from '#store/atomic-file.ts';
import { isKillRequested, type KillReport, killPollMs, leaveKillRequest, readKillReport } from './kill-request.ts';
import { createRunPrinter } from './run-printer.ts';

export interface AskMainOptions {
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** `silent`: main hangs, or its report cannot be written */
export type MainAnswer = 'clear' | 'not-clear' | 'silent';

/** A main process that turns its event loop answers within one of these. */
const firstAnswerRounds = 3_000 / killPollMs;
/** After so many rounds without a new report main hangs or has ended. */
const silentRounds = 20;

/**
 * Asks the main process that runs on the data folder to cancel everything, and prints at once what is cleared and what is
 * not reached, then each change until the run is over.
 */
export async function askMain(options: AskMainOptions): Promise<MainAnswer> {
  const { dataDir, say } = options;
  let id: string;
  try {
    id = leaveKillRequest(dataDir);
  } catch (cause) {
    say(`Fathom runs and cannot be asked: the request cannot be written (${codeOf(cause)}).`);
    return 'silent';
  }
  say('Cancelling everything and freezing the profile that is open.');
  const first = await readFirst(options, id);
  if (first !== null) return printToTheEnd(options, id, first);
  say(
    isKillRequested(dataDir, id)
      ? 'Fathom does not answer: it hangs, or it has just started.'
      : 'Fathom has taken the request and cannot write its report. Its window shows how it goes.',
  );
  return 'silent';
}

async function readFirst({ dataDir, wait }: AskMainOptions, id: string): Promise<KillReport | null> {
  for (let round = 0; round < firstAnswerRounds; round += 1) {
    await wait(killPollMs);
    const report = readKillReport(dataDir, id);
    if (report !== null) return report;
  }
  return null;
}

async function printToTheEnd(options: AskMainOptions, id: string, first: KillReport): Promise<MainAnswer> {
  const { dataDir, say, wait } = options;
  const print = createRunPrinter({
    say,
    whileTrying:
      'Fathom goes on trying what is not clear, for ten minutes at the most. Ctrl+C ends this report, not that.',
  });
  let last = first;
  for (let silent = 0; silent < silentRounds; silent += 1) {
    if (last.message !== null) say(last.message);
    const end = last.run === null ? false : print(last.run);
    if (end !== null) return end ? 'clear' : 'not-clear';
    await wait(killPollMs);
    const report = readKillReport(dataDir, id);
    if (report === null || report.round === last.round) continue;
    last = report;
    silent = 0;
  }
  say('Fathom reports no more: it has ended or hangs.');
  return 'silent';
}
