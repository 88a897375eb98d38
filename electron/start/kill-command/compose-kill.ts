import { join } from 'node:path';
import { createKeychain } from '#credentials/keyring/keychain.ts';
import type { StartKeyringProcess } from '#credentials/keyring/process.ts';
import { createFileLog } from '#log/file-log.ts';
import { createRedactor } from '#log/redact.ts';
import { wait } from '#time/wait.ts';
import { buildClientWith } from '../acts/signed-client.ts';
import { lockDataDir } from '../instance-lock.ts';
import { askMain } from './ask-main.ts';
import { freezeProfiles } from './fire-kill-switch.ts';
import { openJournalBeside } from './journal-beside.ts';
import { type KillOutcome, runKillCommand } from './kill-command.ts';

export interface ComposeKillOptions {
  readonly dataDir: string;
  readonly say: (line: string) => void;
  readonly startKeyring: StartKeyringProcess;
}

/** Carries out `--kill` on a data folder, with a main process or without one. Throws a sentence for the user. */
export async function killOnDataDir({ dataDir, say, startKeyring }: ComposeKillOptions): Promise<KillOutcome> {
  const redactor = createRedactor();
  const clean = (text: string) => redactor.cleanText(text);
  const file = join(dataDir, 'logs', 'fathom.log');
  // only a main process moves a full log aside
  const log = createFileLog({ file, redactor, largestBytes: Number.MAX_SAFE_INTEGER });
  const beside = openJournalBeside({ dataDir, log, nowMs: Date.now, clean });
  const freeze = () =>
    freezeProfiles({
      dataDir,
      say,
      nowMs: Date.now,
      keychain: createKeychain({ start: startKeyring, log }),
      buildClient: buildClientWith({ log, redactor }),
      isRoot: process.getuid?.() === 0,
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
