import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { askDesk } from './desk-calls.ts';
import { chooseMarket, expect, expectWholeBook, openTab, root, rowsOf, test } from './testing/fathom-fixture.ts';

test.use({ isRecording: true });
test.setTimeout(480_000);

function archive(command: string, dataDir: string) {
  const program = join(root, 'scripts', 'archive', 'run.mjs');
  const { status, stdout } = spawnSync('node', [program, command, '--data-dir', dataDir], { encoding: 'utf8' });
  return { status, stdout };
}

/** The practice exchange whose past is recorded. */
function runOf(dataDir: string): string {
  const runs = archive('coverage', dataDir).stdout.match(/^profile practice, run .+$/gm) ?? [];
  expect(runs).toHaveLength(1);
  return runs[0] ?? '';
}

test('the archive records a practice exchange, passes its check, and restarts with the next one', async ({
  startFathom,
  dataDir,
}) => {
  const first = await startFathom();
  const readStatus = async () => JSON.stringify(await askDesk(first.page, 'archive.status', { profileId: 'practice' }));
  // a list that the exchange keeps for three days, and one that is asked by the symbols of another list
  await expect.poll(readStatus, { timeout: 120_000 }).toMatch(/"hf-ledger".*?"sealed":\[\{/);
  await expect.poll(readStatus, { timeout: 120_000 }).toMatch(/"funding","symbol":"\w+".*?"sealed":\[\{/);
  await first.close();
  expect(archive('verify', dataDir)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[1-9]\d* rows from/) });
  const firstRun = runOf(dataDir);

  const second = await startFathom();
  const readSecond = async () =>
    JSON.stringify(await askDesk(second.page, 'archive.status', { profileId: 'practice' }));
  await expect.poll(readSecond, { timeout: 120_000 }).toMatch(/"hf-ledger".*?"sealed":\[\{/);
  await second.close();
  expect(runOf(dataDir)).not.toBe(firstRun);
  expect(archive('verify', dataDir).status).toBe(0);
});

test('order history lists orders older than the live list from the archive while the backfill runs', async ({
  startFathom,
}) => {
  test.setTimeout(300_000);
  const { page } = await startFathom();
  await expectWholeBook(page);
  await chooseMarket(page, 'xbtusdtm', 'XBTUSDTM');
  await openTab(page, 'Order history');
  await page.getByRole('button', { name: 'Only XBTUSDTM' }).click();
  await expect(rowsOf(page, 'Order history').first()).toBeVisible();
  const end = page.getByRole('group', { name: 'End of the list' });
  const table = page.getByRole('table', { name: 'Order history' });
  const count = async () => Number(await table.getAttribute('aria-rowcount'));
  // orders of the last 24 hours are there at once
  const newest = await count();
  await askDesk(page, 'archive.configure', { isPaused: false, sharePercent: 50 });
  // the archive reads the last week of each list first
  await expect.poll(count, { timeout: 180_000 }).toBeGreaterThan(newest);
  await expect(end).toContainText(/Rows before .+ may be missing\.|The archive covers since/u);
  const all = await count();
  await rowsOf(page, 'Order history').last().focus();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Row of Order history' });
  await menu.getByRole('menuitem', { name: 'Order timeline' }).click();
  const events = page.getByRole('dialog', { name: /^Timeline/ }).getByRole('list', { name: 'Timeline' });
  await expect(events).toContainText('Done');
  await expect(events).not.toContainText('time unknown');
  await page.keyboard.press('Escape');
  // the rows stay while another tab is shown
  await openTab(page, 'Conditional orders');
  await openTab(page, 'Order history');
  await expect.poll(count).toBeGreaterThanOrEqual(all);
});
