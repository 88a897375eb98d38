import { expectAccessible } from './testing/axe.ts';
import { columnOf, expect, expectWholeBook, panel, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';

test('an overseer finds the account that holds back most, sets a rule, and sees what changes meanwhile', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await page.getByRole('button', { name: 'Overseer', exact: true }).click();
  const oversight = panel(page, 'Oversight');
  await expect(rowsOf(page, 'Sub-accounts').first()).toBeVisible();
  await expect(oversight.getByText(/of 1\d\d accounts/)).toBeVisible();

  // what is not told and what makes no sense are told apart from nothing
  await expect(oversight.getByText('migrated figures cannot be read')).toBeVisible();
  await expect(oversight.getByText('hostedfund no data: the exchange leaves it out')).toBeVisible();

  // most on hold: sorted by it, the first row, and the arrows move the detail
  await page.getByRole('table', { name: 'Sub-accounts' }).getByRole('button', { name: 'Held' }).click();
  const held = await columnOf(page, 'Sub-accounts', 'Held');
  const heldOf = async (row: number) =>
    readNumber((await rowsOf(page, 'Sub-accounts').nth(row).locator('td').nth(held).textContent()) ?? '');
  expect(await heldOf(0)).toBeGreaterThan(await heldOf(1));
  await rowsOf(page, 'Sub-accounts').first().click();
  await expect(panel(page, 'Sub-account treasury')).toBeVisible();
  await expect(rowsOf(page, 'Coins of treasury').filter({ hasText: 'USDT' })).toContainText('480,000');
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Sub-account treasury')).toHaveCount(0);

  // a rule that names the riskiest of the large ones, and leads to it
  const rule = oversight.getByRole('button', { name: /deskdelta \S+ is .* \(rule 30 %\) of it/ });
  await expect(rule).toHaveCount(0);
  await oversight.getByRole('button', { name: 'Rules…' }).click();
  await page.getByLabel('Percent').fill('130');
  await expect(page.getByText('A number above 0, at most 100')).toBeVisible();
  await page.getByLabel('Percent').fill('30');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  await rule.click();
  await expect(panel(page, 'Sub-account deskdelta')).toBeVisible();

  // the desks move money all the time: the next looks tell it, until this user has seen it
  await expect(async () => {
    await oversight.getByRole('button', { name: 'Read now' }).click();
    await expect(oversight.getByText(/balance jumped/).first()).toBeVisible({ timeout: 1500 });
  }).toPass({ timeout: 30_000 });
  await expect(oversight.getByText('unseen', { exact: true }).first()).toBeAttached();
  await oversight.getByRole('button', { name: 'Mark seen' }).click();
  await expect(oversight.getByText('unseen', { exact: true })).toHaveCount(0);

  // totals both ways, and a coin that filters
  const matrix = oversight.getByRole('region', { name: /^Accounts by coins/ });
  await matrix.getByRole('button', { name: 'XRP' }).click();
  await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'deskcharlie' })).toBeVisible();
  await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'treasury' })).toHaveCount(0);
  await oversight.getByRole('button', { name: /Only accounts with XRP/ }).click();
  await expectAccessible(page, 'Oversight');
  for (const tab of ['Treemap', 'Bars']) {
    await oversight.getByRole('tab', { name: tab }).click();
    await expectAccessible(page, tab, oversight);
  }
  // colours are there at once, and not on their way
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expectAccessible(page, 'light');
});
