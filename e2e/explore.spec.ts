import { readFileSync } from 'node:fs';
import { checkIn } from './testing/axe.ts';
import { expect, expectWholeBook, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepPicture } from './testing/pictures.ts';
import { findLayoutDefects } from './testing/layout-defects.ts';

/** room for a machine that others use as well */
const patient = { timeout: 120_000 };

test.use({ isRecording: true });

test('the explore panel lists archived fills, filters them and reads older ones', async ({ startFathom }) => {
  test.setTimeout(480_000);
  const fathom = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = fathom;
  await expectWholeBook(page);
  await page.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.getByRole('tab', { name: /^Explore/ }).click();
  const explore = panel(page, 'Explore');
  const fills = rowsOf(page, 'Archived Fills');
  await expect(fills.filter({ hasText: 'BTC-USDT' }).first()).toBeVisible(patient);
  await expect(explore).toContainText(/[1-9][\d,]* rows?, covered /, patient);

  await explore.getByLabel('Symbol or currency').fill('btc-usdt');
  await explore.getByRole('button', { name: 'Search' }).click();
  await expect(fills.filter({ hasNotText: 'BTC-USDT' })).toHaveCount(0);
  await expect(fills.first()).toBeVisible();
  await explore.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('button', { name: 'Write CSV' }).click();
  const written = await page.getByText(/rows were written to/).textContent(patient);
  const [, rows, file] = /^([\d,]+) rows were written to (.+\.csv)\./.exec(written ?? '') ?? [];
  const lines = readFileSync(file ?? '', 'utf8')
    .trim()
    .split('\r\n')
    .slice(1);
  expect(lines).toHaveLength(Number(rows?.replaceAll(',', '')));
  expect(lines.every(line => line.includes(',BTC-USDT,'))).toBe(true);
  await page.keyboard.press('Escape');
  await explore.getByRole('button', { name: 'Clear filters' }).click();

  await explore.getByLabel('List', { exact: true }).selectOption('Ledger');
  const bookings = rowsOf(page, 'Archived Ledger');
  await expect(bookings.first()).toBeVisible(patient);
  await expect.poll(() => findLayoutDefects(page)).toEqual([]);
  await checkIn('dark')(page, 'explore', explore);
  await keepPicture(page, 'explore', explore);
});
