import type { Locator, Page } from 'playwright/test';
import { post, read, remove, type SecondClient } from './second-client.ts';
import { chooseMarket, columnOf, expect, expectWholeBook, rowsOf, test } from './testing/fathom-fixture.ts';
import { openReview } from './testing/open-review.ts';

const symbol = 'XBTUSDTM';
/** room for a machine that others use as well */
const patient = { timeout: 60_000 };

interface Answer {
  readonly data: readonly Readonly<Record<string, unknown>>[] | { readonly items: readonly { readonly id: string }[] };
}

async function rows(account: SecondClient, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of our own exchange; the story fails when it differs
  const { data } = (await read(account, path)) as Answer;
  return 'items' in data ? data.items.map(each => ({ ...each })) : data;
}

/** Cancels and closes everything, because the position mode can only be switched then. */
async function closeEverything(account: SecondClient): Promise<void> {
  for (const list of ['/api/v1/orders?status=active', '/api/v1/stopOrders'])
    for (const { id } of await rows(account, list)) await remove(account, `/api/v1/orders/${String(id)}`);
  for (const { symbol: name, marginMode } of await rows(account, '/api/v1/positions')) {
    const close = { clientOid: crypto.randomUUID(), symbol: name, type: 'market', closeOrder: true, marginMode };
    await post(account, '/api/v1/orders', close);
  }
}

/** Switches the futures account to hedge mode on the card of the contract that is on the screen. */
async function switchToHedge(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Change the position mode' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true', patient);
  await button.click();
  const sheet = page.getByRole('dialog', { name: /^Position mode/ });
  await expect(sheet).toContainText('a contract has a long and a short position');
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: 'Set the position mode of the futures account to hedge' }).click();
  await expect(sheet.getByText('Set the position mode of the futures account to hedge.')).toBeVisible(patient);
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.locator('.fact', { hasText: 'Position mode, of all contracts' })).toContainText('hedge', patient);
  await page.keyboard.press('Escape');
}

/** Buys or sells at market by the ticket, which says which position it opens. */
async function openBy(page: Page, key: 'b' | 's', { size, opens }: { size: string; opens: string }): Promise<void> {
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  await page.keyboard.press(key);
  await expect(ticket.getByRole('group', { name: 'Position of the order' })).toBeVisible(patient);
  // a ticket that was late leaves the focus where it is
  await ticket.getByLabel('Size', { exact: true }).focus();
  await page.keyboard.type(size);
  await page.keyboard.press('Tab');
  await page.keyboard.type('m');
  const review = ticket.getByRole('region', { name: 'Review' });
  await openReview(page, review);
  await expect(review).toContainText(opens);
  await page.keyboard.press('Control+Enter');
  await expect(review).toHaveCount(0, patient);
  await page.keyboard.press('Escape');
}

/** An exit from the row of its position, by keys. */
async function exitBy(row: Locator, key: string, fill: (sheet: Locator) => Promise<unknown>): Promise<void> {
  const page = row.page();
  const sheet = page.locator('dialog[open]');
  await row.focus();
  await page.keyboard.press(key);
  await expect(sheet).toContainText(`${symbol} long`, patient);
  await fill(sheet);
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByRole('button', { name: /^Sell 12 lots (?:at|when)/ })).toBeVisible(patient);
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByText('Accepted by the exchange')).toBeVisible(patient);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

test('a contract in hedge mode has a long and a short position, each with its own stop and its own exit', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await expectWholeBook(page);
  const { futures, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const account = { spot: futures, headerPrefix, key };
  const positions = rowsOf(page, 'Futures positions');
  await positions.filter({ hasText: symbol }).focus();
  await page.keyboard.press('i');
  const change = page.getByRole('button', { name: 'Change the position mode' });
  await expect(change).toHaveAttribute('aria-disabled', 'true', patient);
  await closeEverything(account);
  await switchToHedge(page);
  await expect(positions).toHaveCount(0, patient);

  await chooseMarket(page, 'xbtusdtm', symbol);
  await page.keyboard.press('F6');
  await openBy(page, 'b', { size: '12', opens: 'opens the long position' });
  await openBy(page, 's', { size: '20', opens: 'opens the short position' });
  const long = positions.filter({ hasText: 'Long 12' });
  const short = positions.filter({ hasText: 'Short 20' });
  await expect(long).toHaveCount(1, patient);
  await expect(short).toHaveCount(1, patient);

  await exitBy(long, 'l', sheet => sheet.getByLabel('Trigger when mark is').fill('-5%'));
  const cover = await columnOf(page, 'Futures positions', 'SL coverage');
  await expect(long.getByRole('cell').nth(cover)).toContainText('100', patient);
  await expect(short.getByRole('cell').nth(cover)).toContainText('none');

  await exitBy(long, 'c', sheet => sheet.getByLabel('Order type').selectOption('market'));
  await expect(long).toHaveCount(0, patient);
  await expect(short).toHaveCount(1);
  expect(await rows(account, '/api/v1/positions')).toMatchObject([{ symbol, positionSide: 'SHORT', currentQty: -20 }]);
});
