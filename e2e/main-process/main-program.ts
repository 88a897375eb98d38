/**
 * A whole Fathom, with its window, in a process that a story can kill. `node main-program.ts DATA_DIR READY_FILE`.
 * Its parent sends requests over the IPC channel; a main process whose event loop does not turn answers none.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import type { Harness, startHarness } from '#start/harness.ts';
import { askDesk } from '../desk-calls.ts';
import { pressLast, untilReady } from '../trusted-keys.ts';
import type { MainRequest } from './main-process.ts';

interface BuiltHarness {
  readonly startHarness: typeof startHarness;
}

const root = join(import.meta.dirname, '..', '..');
const [dataDir = '', readyFile = ''] = process.argv.slice(2);

async function loadHarness(): Promise<BuiltHarness> {
  const file = pathToFileURL(join(root, 'dist', 'electron', 'harness.js')).href;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the source whose types these are
  return (await import(file)) as BuiltHarness;
}

/** The page that is there now: a window that crashed has a new one. */
let page: Page;

const { startHarness: start } = await loadHarness();
const harness: Harness = await start({
  dataDir,
  practiceCli: join(import.meta.dirname, 'outside-exchange.ts'),
  practiceWords: [readyFile],
  onPage: opened => {
    page = opened;
  },
});
page = harness.page;

/** Types a new PIN into the trusted window. */
async function setPin(pin: string): Promise<unknown> {
  const asked = askDesk(page, 'lock.setPin', { home: 'session' });
  const trusted = await untilReady(await harness.nextTrustedPage());
  for (const label of ['New PIN', 'Repeat new PIN']) await trusted.getByLabel(label, { exact: true }).fill(pin);
  await pressLast(trusted, 'Enter');
  return await asked;
}

async function answer(request: MainRequest): Promise<unknown> {
  switch (request.kind) {
    case 'ask':
      return await askDesk(page, request.name, request.input);
    case 'alive':
      return true;
    case 'page':
      return await page.evaluate(() => document.body.textContent.length > 0 && 'desk' in window);
    case 'crash':
      await page.goto('chrome://crash').catch(() => undefined);
      return true;
    case 'set-pin':
      return await setPin(request.pin);
    default:
      throw new Error('there is no such request');
  }
}

process.on('message', (message: { readonly id: number; readonly request: MainRequest }) => {
  answer(message.request).then(
    value => process.send?.({ id: message.id, value }),
    (cause: unknown) => process.send?.({ id: message.id, error: String(cause) }),
  );
});
process.on('disconnect', () => void harness.stop().finally(() => process.exit(0)));
process.send?.({ id: 0, value: 'ready' });
