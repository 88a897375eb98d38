import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base } from 'playwright/test';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { type ExchangeProcess, startExchange } from '../exchange-process.ts';
import type { SecondClient } from '../second-client.ts';
import { type MainProcess, startMainProcess } from './main-process.ts';

/** A practice exchange that outlives every Fathom of the story, and Fathoms that can be killed. */
export interface OutsideExchange extends ExchangeProcess {
  /** another program on the account that Fathom trades on; on spot or futures */
  readonly client: (venue: 'spot' | 'futures') => SecondClient;
}

interface Fixtures {
  readonly exchange: OutsideExchange;
  /** starts Fathom on the story's data folder; the one before must have ended */
  readonly startMain: () => Promise<MainProcess>;
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- playwright reads the names out of this pattern
  exchange: async ({}, provide) => {
    const exchange = await startExchange();
    const { key, secret, passphrase, version } = exchange.key('trader');
    const client = (venue: 'spot' | 'futures'): SecondClient => ({
      spot: exchange[venue],
      headerPrefix: exchange.headerPrefix,
      key: { key, secret, passphrase, version: String(version) },
    });
    await provide({ ...exchange, client });
    await exchange.stop();
  },
  startMain: async ({ exchange }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'fathom-e2e-'));
    const file = join(folder, 'exchange.json');
    const { spot, futures, headerPrefix, control, keys } = exchange;
    writeFileSync(file, JSON.stringify({ spot, futures, headerPrefix, control, keys }));
    const started: MainProcess[] = [];
    await provide(async () => {
      const main = await startMainProcess(join(folder, 'data'), file);
      started.push(main);
      return main;
    });
    for (const main of started) await main.stop();
    removeFolder(folder);
  },
});

export { expect };
