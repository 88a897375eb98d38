import { expect, openTab, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';
import { post } from './second-client.ts';
import { clickLast } from './trusted-keys.ts';

test('a withdrawal changes on the screen from processing to success', async ({ startFathom }) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await openTab(page, 'Withdrawals');
  const rows = rowsOf(page, 'Withdrawals');
  // what is on the closed chain stays where it is, and is stuck
  await expect(rows.filter({ hasText: '1,900' })).toContainText(/for 9 h.*overdue.*closed/);
  const { spot, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'treasurer');
  if (key === undefined) throw new Error('there is no treasurer');
  await post({ spot, headerPrefix, key }, '/api/v3/withdrawals', {
    currency: 'USDT',
    toAddress: 'TxTzUXJteSSrXN5Xwwbz4H1h9KSmiGcB27',
    amount: '321.5',
    withdrawType: 'ADDRESS',
    chain: 'trx',
  });
  const own = rows.filter({ hasText: '321.5' });
  await expect(own).toContainText(/processing.*for \d/, { timeout: 60_000 });
  await expect(own).toContainText('1.5 / 3');
  await expect(own).not.toContainText('new');
  await expect(own).toContainText(/success.*took \d/, { timeout: 90_000 });
  await page.getByLabel('Which withdrawals').selectOption('Under way');
  await expect(own).toHaveCount(0);
});

test('a card is opened and closed by keys, and the focus returns', async ({ startFathom }) => {
  const { page } = await startFathom();
  const row = rowsOf(page, 'Futures positions').filter({ hasText: 'XBTUSDTM' });
  await row.focus();
  await page.keyboard.press('i');
  const card = page.getByRole('dialog', { name: 'XBTUSDTM' });
  await expect(card.getByRole('region', { name: 'Own position' })).toContainText(/(?:pays|receives) [\d.,]+/);
  await expect(card.locator('tr[aria-current="true"]')).toHaveCount(1);
  const clock = card.locator('.fact', { hasText: 'Next funding in' });
  const first = await clock.textContent();
  await expect.poll(() => clock.textContent()).not.toBe(first);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(row).toBeFocused();
});

test('a transfer is shown in both wallets', async ({ startFathom }) => {
  const { page } = await startFathom();
  await openTab(page, 'Assets');
  const rowOf = (wallet: string) => rowsOf(page, 'Assets').filter({ hasText: new RegExp(`^${wallet}KCS`) });
  await rowOf('main').getByRole('button', { name: 'Transfer KCS out of main' }).click();
  const sheet = page.getByRole('dialog', { name: 'Transfer KCS' });
  await sheet.getByLabel('To wallet').selectOption('Trade');
  // no payment is under way in this coin, which would move the wallet as well
  await sheet.getByLabel('Amount').fill('100');
  const after = (end: string) => sheet.locator('.fact', { hasText: end }).locator('.before-after-new');
  await expect(after('From main')).toBeVisible();
  await expect(after('To trade')).toBeVisible();
  const ahead = {
    main: readNumber((await after('From main').textContent()) ?? ''),
    trade: readNumber((await after('To trade').textContent()) ?? ''),
  };
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: 'Transfer 100 KCS' }).dblclick();
  await expect(
    sheet.getByText('Transferred 100 KCS from main of master account to trade of master account.'),
  ).toBeVisible();
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  const totalOf = async (wallet: string) =>
    Number(await rowOf(wallet).locator('td').nth(2).locator('[title]').first().getAttribute('title'));
  await expect.poll(() => totalOf('main'), { timeout: 60_000 }).toBeCloseTo(ahead.main, 1);
  // what rests in the book may be filled meanwhile
  await expect.poll(async () => Math.abs((await totalOf('trade')) - ahead.trade), { timeout: 60_000 }).toBeLessThan(40);
});

test('a transfer to another account is sent only after the user agreed in the trusted window', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await openTab(page, 'Assets');
  const row = rowsOf(page, 'Assets').filter({ hasText: /^mainKCS/ });
  await row.getByRole('button', { name: 'Transfer KCS out of main' }).click();
  const sheet = page.getByRole('dialog', { name: 'Transfer KCS' });
  const account = sheet.getByLabel('To account', { exact: true });
  const name = (await account.locator('option').nth(1).textContent()) ?? '';
  await account.selectOption(name);
  await sheet.getByLabel('Amount').fill('3');
  const send = async () => {
    const opening = fathom.nextTrustedPage();
    await sheet.getByRole('button', { name: 'Review' }).click();
    await sheet.getByRole('button', { name: 'Transfer 3 KCS from master account to' }).click();
    return opening;
  };
  const refused = await send();
  await expect(refused.getByText(`trade of ${name} (user`)).toBeVisible();
  await clickLast(refused.getByRole('button', { name: 'Cancel' }));
  await expect(sheet.getByText('You closed the question without an answer.')).toBeVisible();
  const agreed = await send();
  await clickLast(agreed.getByRole('button', { name: 'Transfer 3 KCS' }));
  await expect(sheet.getByText(`Transferred 3 KCS from main of master account to trade of ${name}.`)).toBeVisible();
});
