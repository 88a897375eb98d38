import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, expectWholeBook, panel, root, test } from './testing/fathom-fixture.ts';
import { pressLast, untilReady } from './trusted-keys.ts';

/** room for a machine that others use as well: a backup takes seconds of key derivation */
const patient = { timeout: 150_000 };
const passphrase = 'correct horse battery';

test.use({ isRecording: true });

function archive(words: readonly string[], input = '') {
  const program = join(root, 'scripts', 'archive', 'run.mjs');
  const { status, stdout } = spawnSync('node', [program, ...words], { encoding: 'utf8', input });
  return { status, stdout };
}

test('a backup is written by keyboard while the archive records, and the command restores it into a new folder', async ({
  startFathom,
  dataDir,
}) => {
  test.setTimeout(480_000);
  const fathom = await startFathom({ size: { width: 1100, height: 700 } });
  const { page } = fathom;
  await expectWholeBook(page);
  await page.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.getByRole('tab', { name: /^Archive/ }).click();
  const shown = panel(page, 'Archive');
  await expect(shown).toContainText(/[1-9][\d,]* rows/, patient);
  await shown.getByRole('button', { name: 'Back up…' }).focus();
  await page.keyboard.press('Enter');

  const asking = await untilReady(await fathom.nextTrustedPage());
  await expect(asking.getByText(/a lost passphrase is a lost backup/)).toBeVisible();
  await asking.keyboard.press('Tab');
  await expect(asking.getByLabel('New passphrase', { exact: true })).toBeFocused();
  await asking.keyboard.type(passphrase);
  await asking.keyboard.press('Tab');
  await asking.keyboard.type('another passphrase');
  await asking.keyboard.press('Enter');
  await expect(asking.getByText('The two entries differ. Enter the same passphrase again.')).toBeVisible();
  await expect(asking.getByLabel('New passphrase again')).toBeFocused();
  await asking.keyboard.press('ControlOrMeta+A');
  await asking.keyboard.type(passphrase);
  await pressLast(asking, 'Enter');

  const done = shown.getByText(/^Backup of .* written and read back in [\d,]+ s\./);
  await expect(done).toBeVisible(patient);
  const file = /: (\/\S+\.age), /.exec((await done.textContent()) ?? '')?.[1] ?? '';
  expect(file.startsWith(join(dataDir, 'backups'))).toBe(true);
  const target = join(dataDir, 'restored');
  expect(archive(['restore', file, '--to', target], `${passphrase}\n`)).toMatchObject({ status: 0 });
  const verified = archive(['verify', '--data-dir', target]);
  expect(verified).toMatchObject({ status: 0, stdout: expect.stringMatching(/^[1-9]\d* rows from/) });
});
