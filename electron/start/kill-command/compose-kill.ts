import { join } from 'node:path';
import { createKeychain } from '#credentials/keyring/keychain.ts';
import type { StartKeyringProcess } from '#credentials/keyring/process.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { createRedactor } from '#log/redact.ts';
import { wait } from '#time/wait.ts';
import { buildClientWith } from '../actions/signed-client.ts';
import type { KillDataDir } from '../data-dir.ts';
import { lockDataDir } from '../instance-lock.ts';
import { askMain } from './ask-main.ts';
import { freezeProfiles } from './fire-kill-switch.ts';
import { openJournalBeside } from './journal-beside.ts';
import { openKillLog } from './kill-log.ts';
import { type KillOutcome, runKillCommand } from './kill-command.ts';

export interface ComposeKillOptions {
  readonly place: KillDataDir;
  readonly say: (line: string) => void;
  readonly startKeyring: StartKeyringProcess;
}

/** Carries out `--kill` on a data folder, with a main process or without one. Throws a sentence for the user. */
export async function killOnDataDir({ place, say, startKeyring }: ComposeKillOptions): Promise<KillOutcome> {
  const { dataDir, logProblem, journalProblem } = place;
  const redactor = createRedactor();
  const clean = (text: string) => redactor.cleanText(text);
  const log = openKillLog({ file: join(dataDir, 'logs', 'fathom.log'), problem: logProblem, redactor, say });
  const beside = openJournalBeside({ dataDir, log, nowMs: Date.now, problem: journalProblem, clean });
  const freeze = () =>
    freezeProfiles({
      dataDir,
      say,
      nowMs: Date.now,
      keychain: createKeychain({ start: startKeyring, log }),
      buildClient: buildClientWith({ log, redactor }),
      isRoot: operatingSystem.isRoot(),
      log,
      journal: beside.journal,
    });
  try {
    return await runKillCommand({
      dataDir,
      say,
      lock: () => lockDataDir(dataDir),
      askMain: () => askMain({ dataDir, say, wait }),
      freeze,
    });
  } finally {
    const trouble = beside.close();
    if (trouble !== null) say(`The order journal could not be written (${trouble}), so this is not in it.`);
    log.close();
  }
}
