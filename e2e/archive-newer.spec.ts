import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { askDesk } from './desk-calls.ts';
import { expect, expectWholeBook, panel, test } from './testing/fathom-fixture.ts';

/** room for a machine that others use as well */
const patient = { timeout: 120_000 };

test.use({ isRecording: true });

/** A later version recorded a list of the exchange that this one does not know. */
function addLaterStream(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`INSERT INTO lines (account_id, stream, symbol, start_ms)
    SELECT account_id, 'later-list', '', 0 FROM accounts LIMIT 1`);
  database.close();
}

test('the archive of a newer version is left as it is, the panel says so, and trading continues (fault 39)', async ({
  startFathom,
  dataDir,
}) => {
  test.setTimeout(480_000);
  const path = join(dataDir, 'archive.sqlite');
  const first = await startFathom();
  const readStatus = async () => JSON.stringify(await askDesk(first.page, 'archive.status', { profileId: 'practice' }));
  await expect.poll(readStatus, patient).toMatch(/"hf-ledger".*?"sealed":\[\{/);
  await first.close();
  addLaterStream(path);
  const before = readFileSync(path);

  const second = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = second;
  await expectWholeBook(page);
  await page.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.getByRole('tab', { name: /^Archive/ }).click();
  const notice = panel(page, 'Archive').getByText(
    /^A newer version of Fathom wrote the archive\. Nothing is recorded\./,
  );
  await expect(notice).toBeVisible(patient);
  const bizNo = crypto.randomUUID();
  const margin = { profileId: 'practice', symbol: 'XBTUSDTM', amount: '7', bizNo };
  expect(await askDesk(page, 'positions.addMargin', margin)).toMatchObject({ ok: true });
  await second.close();
  expect(readFileSync(path).equals(before)).toBe(true);
});
