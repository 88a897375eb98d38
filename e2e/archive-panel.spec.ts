import { expect, expectWholeBook, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepBothPictures } from './testing/pictures.ts';
import { clickLast } from './trusted-keys.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };

test.use({ isRecording: true });

test('the archive panel shows the coverage of each stream, checks the archive, and pauses it after a question', async ({
  startFathom,
}) => {
  test.setTimeout(480_000);
  const fathom = await startFathom({ size: { width: 1100, height: 700 } });
  const { page } = fathom;
  await expectWholeBook(page);
  await page.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.getByRole('tab', { name: /^Archive/ }).click();
  const archive = panel(page, 'Archive');
  const ledger = rowsOf(page, 'Streams of the archive').filter({ hasText: 'Account ledger' });
  await expect(ledger.getByRole('img', { name: /sealed|read once/ })).toBeVisible(patient);
  await expect(archive).toContainText(/[1-9][\d,]* rows/, patient);
  await expect(archive).toContainText(/balance snapshot of/, patient);
  await archive.getByRole('button', { name: 'Check archive' }).click();
  await expect(
    archive.getByText(/^Checked [\d,]+ row versions and [1-9][\d,]* stored answers .*: no faults\.$/),
  ).toBeVisible(patient);
  await archive.getByLabel('Time shown').selectOption('last 24 hours');
  await archive.getByRole('button', { name: 'Pause' }).click();
  const asking = await fathom.nextTrustedPage();
  await expect(asking.getByText('Nothing is recorded until you resume it.')).toBeVisible();
  await clickLast(asking.getByRole('button', { name: 'Pause' }));
  await expect(archive.getByText('Paused. Nothing is recorded until you resume it.')).toBeVisible(patient);
  // its controls leave the whole row of tabs to the tabs
  const tab = await page.getByRole('tab', { name: 'Archive' }).boundingBox();
  const pause = await archive.getByRole('button', { name: 'Resume' }).boundingBox();
  expect(pause?.y ?? 0).toBeGreaterThan((tab?.y ?? 0) + (tab?.height ?? 0));
  await keepBothPictures(page, 'archive');
});
