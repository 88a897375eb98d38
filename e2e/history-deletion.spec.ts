import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { askDesk } from './desk-calls.ts';
import { checkIn } from './testing/axe.ts';
import { expect, panel, root, rowsOf, test } from './testing/fathom-fixture.ts';
import { typeBack } from './trusted-keys.ts';

test.use({ isRecording: true });
test.setTimeout(480_000);

test('recorded history is deleted by keyboard after a question that lists it, and retention is set by mouse', async ({
  startFathom,
  dataDir,
}) => {
  const fathom = await startFathom({ size: { width: 1100, height: 700 } });
  const { page } = fathom;
  await page.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.getByRole('tab', { name: /^Archive/ }).click();
  const archivePanel = panel(page, 'Archive');
  const ledger = rowsOf(page, 'Streams of the archive').filter({ hasText: 'HF ledger' });
  await expect(ledger.getByRole('img', { name: /sealed/ }).first()).toBeVisible({ timeout: 120_000 });

  await archivePanel.getByRole('button', { name: 'Delete history…' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Delete history' });
  await sheet.getByRole('checkbox', { name: 'Spot and margin ledger' }).press('Space');
  await sheet.getByRole('textbox', { name: 'Older than' }).fill('1h');
  await sheet.getByRole('button', { name: 'Show rows' }).press('Enter');
  const listed = sheet.getByRole('region', { name: 'What is deleted' });
  await expect(listed).toContainText(/HF ledger: .*coverage/, { timeout: 60_000 });
  await checkIn('dark')(page, 'delete history', sheet);
  await sheet.getByRole('button', { name: 'Delete…' }).press('Enter');
  const asking = await fathom.nextTrustedPage();
  await expect(asking.getByText(/of coverage/).first()).toBeVisible();
  await typeBack(asking, 'delete');
  await expect(sheet.getByText(/rows were deleted\.$/)).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Escape');
  await expect(ledger.getByRole('img', { name: /deleted/ }).first()).toBeVisible({ timeout: 60_000 });

  await archivePanel.getByRole('button', { name: 'Retention…' }).click();
  const rules = page.getByRole('dialog', { name: 'Retention' });
  await rules.getByLabel('Deposits').selectOption('30 days');
  await rules.getByRole('button', { name: 'Save…' }).click();
  await typeBack(await fathom.nextTrustedPage(), 'delete');
  await expect(rules.getByText('Saved.')).toBeVisible({ timeout: 60_000 });
  const audit = JSON.stringify(await askDesk(page, 'audit.list', {}));
  expect(audit).toMatch(/"kind":"archive-delete"[^}]*"state":"done"/);
  expect(audit).toMatch(/"kind":"archive-retention"[^}]*"state":"done"/);
  await fathom.close();
  const program = join(root, 'scripts', 'archive', 'run.mjs');
  expect(spawnSync('node', [program, 'verify', '--data-dir', dataDir]).status).toBe(0);
});
