import { readFileSync } from 'node:fs';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { expect, rowsOf, openTab, test } from './testing/fathom-fixture.ts';
import { clickLast } from './trusted-keys.ts';

const order = (clientOid: string) => ({
  clientOid,
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '90000',
  size: '0.001',
});

test('a dry run sends nothing and says so; the audit journal has it, is checked on a thread and is exported; the timed cancel is armed', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const profileId = await activeProfileId(page);
  const place = (clientOid: string) => askDesk(page, 'orders.place', { profileId, order: order(clientOid) });
  await openTab(page, 'Open orders');
  await expect.poll(() => place('before')).toMatchObject({ ok: true });
  const placed = rowsOf(page, 'Open orders').filter({ hasText: '90,000' });
  await expect(placed).toHaveCount(1);

  await page.getByRole('button', { name: 'Safety…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Safety' });
  await sheet.getByRole('button', { name: 'Begin a dry run' }).click();
  await expect(page.getByText('DRY RUN', { exact: true })).toBeVisible();
  expect(await place('dry')).toMatchObject({ ok: false, error: { kind: 'dry-run' } });

  await sheet.getByRole('button', { name: 'Refresh' }).click();
  await expect(sheet.getByRole('table', { name: 'Audit' })).toContainText('dry run: Dry run');
  await sheet.getByRole('button', { name: 'Check the chain' }).click();
  await expect(sheet.getByText(/rows: no damage was found, as far as can be checked without a key/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Export' }).click();
  const published = sheet.getByText(/rows written to/);
  await expect(published).toBeVisible();
  const file = /written to (\S+)/.exec((await published.textContent()) ?? '')?.[1] ?? '';
  expect(readFileSync(file, 'utf8')).toContain('"state":"dry"');

  await sheet.getByRole('button', { name: 'End the dry run…' }).click();
  const trusted = await fathom.nextTrustedPage();
  const name =
    /^Type (.*) to confirm$/.exec((await trusted.locator('label[for="typed"]').textContent()) ?? '')?.[1] ?? '';
  await trusted.getByLabel(/^Type .* to confirm$/).fill(name);
  await clickLast(trusted.getByRole('button', { name: 'Send from now on' }));
  await expect(page.getByText('DRY RUN', { exact: true })).toHaveCount(0);

  await sheet.getByLabel('Seconds without Fathom').fill('45');
  await sheet.getByRole('button', { name: 'Arm', exact: true }).click();
  await expect(page.getByText('timed cancel armed')).toBeVisible();
  await expect(sheet.getByText(/Armed until .* Renewed every 15 s/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Take it off' }).click();
  await expect(page.getByText('timed cancel armed')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await place('after')).toMatchObject({ ok: true });
  await expect(placed).toHaveCount(2);
});
