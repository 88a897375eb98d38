import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test as base, type Page } from 'playwright/test';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { untilReady } from '../trusted-keys.ts';
import { expect } from './expect.ts';
import type { Harness, HarnessOptions, startHarness, startTestKeyring } from '#start/harness.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

interface BuiltHarness {
  readonly startHarness: typeof startHarness;
  readonly startTestKeyring: typeof startTestKeyring;
}

/** The built harness, not its source: what is tested is what is shipped. */
export async function loadHarness(): Promise<BuiltHarness> {
  const file = pathToFileURL(join(root, 'dist', 'electron', 'harness.js')).href;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the very source whose types these are
  return (await import(file)) as BuiltHarness;
}

/** Why there can be no window on this machine, or null. */
function whyNoBrowser(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
  const isThere = names.some(name => spawnSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' }).status === 0);
  return isThere || process.env['CHROMIUM_PATH'] !== undefined ? null : 'no Chromium, Chrome or Edge is installed';
}

/** A running Fathom whose page has been watched from the first moment for breaches of its policy and for errors. */
export interface FathomUnderTest extends Harness {
  /** the trusted window while its guard still discards all input; `nextTrustedPage` waits until it takes input */
  readonly nextGuardedPage: Harness['nextTrustedPage'];
  readonly dataDir: string;
  /** ends it; the data folder stays for a second start */
  readonly close: () => Promise<void>;
}

export type StartFathom = (options?: Partial<HarnessOptions>) => Promise<FathomUnderTest>;

/** What the page complained about; every test ends by asking for none. */
function watch(page: Page, complaints: string[]): void {
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
}

interface Fixtures {
  readonly dataDir: string;
  /** starts Fathom; whatever is still open at the end of the test is closed */
  readonly startFathom: StartFathom;
  /** whether the archive records; absent: it is paused */
  readonly isRecording: boolean;
  /** complaints that the test expects, by a part of their text */
  readonly expectedComplaints: string[];
}

/** The reads of the archive would meet the faults that a story sets for the reads of its panels. */
function pauseArchive(folder: string): void {
  const archive = { isPaused: true, sharePercent: 10 };
  const settings = { activeProfileId: null, windowBounds: null, look: null, oversight: {}, tables: {}, archive };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
}

export const test = base.extend<Fixtures>({
  isRecording: [false, { option: true }],
  dataDir: async ({ isRecording }, provide) => {
    const folder = mkdtempSync(join(tmpdir(), 'fathom-e2e-'));
    if (!isRecording) pauseArchive(folder);
    await provide(folder);
    removeFolder(folder);
  },
  // oxlint-disable-next-line no-empty-pattern -- playwright reads the names out of this very pattern
  expectedComplaints: async ({}, provide) => provide([]),
  startFathom: async ({ dataDir, expectedComplaints }, provide) => {
    const reason = whyNoBrowser();
    test.skip(reason !== null, reason ?? '');
    const running: FathomUnderTest[] = [];
    const complaints: string[] = [];
    const { startHarness } = await loadHarness();
    await provide(async (options = {}) => {
      const harness = await startHarness({ dataDir, practiceWords: ['--seed', '7'], ...options });
      watch(harness.page, complaints);
      // a missing button is reported long before the time limit of the story
      harness.page.setDefaultTimeout(60_000);
      const nextGuardedPage = harness.nextTrustedPage;
      const nextTrustedPage = async () => untilReady(await nextGuardedPage());
      const fathom = { ...harness, dataDir, nextGuardedPage, nextTrustedPage, close: () => harness.stop() };
      running.push(fathom);
      return fathom;
    });
    for (const fathom of running) await fathom.close();
    expect(complaints.filter(text => !expectedComplaints.some(part => text.includes(part)))).toEqual([]);
  },
});

export { expect };

/** The panel with this title. */
export function panel(page: Page, title: string) {
  return page.getByRole('region', { name: title, exact: true });
}

/** The book has at least twenty levels a side, whatever the window has room for. */
export async function expectWholeBook(page: Page): Promise<void> {
  for (const name of ['Asks', 'Bids'])
    await expect
      .poll(() => panel(page, 'Order book').getByRole('table', { name }).getByRole('row').count())
      .toBeGreaterThan(20);
}

/** Types a market into the filter and selects it by Enter, once the filter is mounted. */
export async function takeMarket(page: Page, typed: string): Promise<void> {
  const filter = panel(page, 'Markets').getByRole('textbox', { name: 'Filter markets' });
  await expect(filter).toBeVisible();
  await page.keyboard.press('/');
  await expect(filter).toBeFocused();
  await page.keyboard.type(typed);
  await expect(filter).toHaveValue(typed);
  await page.keyboard.press('Enter');
}

/** Chooses a market by keys and waits for its book. */
export async function chooseMarket(page: Page, typed: string, symbol: string): Promise<void> {
  await takeMarket(page, typed);
  const book = panel(page, 'Order book').getByRole('region', { name: `Order book of ${symbol}` });
  await expect(book).toBeVisible({ timeout: 60_000 });
}

/** Opens a tab of the blotter. */
export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

/** Rows of a table without its head. */
export function rowsOf(page: Page, label: string) {
  return page.getByRole('table', { name: label }).locator('tbody tr[data-row-key]');
}

/** Rows of one order, by its id: itself in a list of orders, its parts in a list of fills. */
export function rowsOfOrder(page: Page, label: string, orderId: string) {
  return page.getByRole('table', { name: label }).locator(`tbody tr[data-row-key*="${orderId}"]`);
}

/** Rows with a cell that begins with this size: a price or a time may have the same digits. */
export function rowsOfSize(page: Page, label: string, size: string) {
  const cell = page.getByRole('cell', { name: new RegExp(`^${size.replaceAll('.', String.raw`\.`)}\\b`) });
  return rowsOf(page, label).filter({ has: cell });
}

/** The present position of a column of a table: which are shown depends on the space. */
export async function columnOf(page: Page, table: string, title: string): Promise<number> {
  const titles = await page.getByRole('table', { name: table }).getByRole('columnheader').allTextContents();
  return titles.findIndex(text => text.includes(title));
}

/** A decimal as the screen writes it, as a number: for comparing what a person would compare by eye. */
export function readNumber(text: string): number {
  const match = /[+\u2212-]?[\d,]+(\.\d+)?/.exec(text.replaceAll('\u2009', ''));
  if (match === null) throw new Error(`no number in ${JSON.stringify(text)}`);
  return Number(match[0].replaceAll(',', '').replace('\u2212', '-'));
}
