import type { Page } from 'playwright/test';
import { expectAccessible } from './testing/axe.ts';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { setFault } from './second-client.ts';
import { expect, expectWholeBook, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepPicture } from './testing/pictures.ts';
import { openReview } from './testing/open-review.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };
const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^Scaled order:/ });
const cardOf = (page: Page) => panel(page, 'Scaled orders').getByRole('region', { name: /^Scaled order [0-9a-z]{8}$/ });
const stages = (page: Page, stage: string) => cardOf(page).locator(`tr[data-stage="${stage}"]`);

/** Puts a text on the clipboard by keys, as a spreadsheet would. */
async function copyText(page: Page, text: string): Promise<void> {
  await page.evaluate(copied => {
    const field = document.createElement('textarea');
    field.className = 'to-copy';
    field.value = copied;
    document.body.append(field);
    field.select();
  }, text);
  await page.keyboard.press('Control+C');
  await page.evaluate(() => document.querySelector('.to-copy')?.remove());
}

/** Marks of all orders of ladders that are done, as often as the exchange lists them. */
async function doneMarks(page: Page): Promise<readonly string[]> {
  const profileId = await activeProfileId(page);
  const done = await askDesk(page, 'orders.done', { profileId, venue: 'spot', symbol: null, page: 1, pageSize: 100 });
  return JSON.stringify(done).match(/ladder-[0-9a-z]{8}-\d+-\d+-\d+/g) ?? [];
}

test('twelve rungs by keys with one lost answer: unknown, resolved, the rest sent, all cancelled (fault 16)', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { control } = await fathom.practice;
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  await page.keyboard.press('l');
  const sheet = sheetOf(page);
  await expect(sheet.getByLabel(/^Total size/)).toBeFocused(patient);
  await page.keyboard.type('0.24');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('12');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('-1%');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('-3%');
  await expect(sheet.getByRole('table', { name: 'Rungs' }).locator('tbody tr')).toHaveCount(12);
  await expect(sheet).toContainText('12: 0.24 BTC');
  await expectAccessible(page, 'the sheet');
  await keepPicture(page, 'ladder');
  await sheet.getByLabel('Batch size').selectOption('async');
  await page.keyboard.press('Control+Enter');
  const review = sheet.getByRole('region', { name: 'Review' });
  await expect(review).toContainText('Buy BTC-USDT with 12 limit orders');
  await expect(review).toContainText('Practice, PRACTICE');

  // the first chunk takes effect, and its answer does not come
  const path = '/api/v1/hf/orders/multi';
  const lost = { fault: 'rest', method: 'POST', path, isExecuted: true, answer: { kind: 'error', status: 502 } };
  await setFault(control, { ...lost, count: 1 });
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toHaveCount(0);
  const card = cardOf(page);
  await expect(card).toHaveCount(1, patient);
  await expect(card).toContainText(/On hold: a response (?:was|is) missing/, patient);
  await expect(stages(page, 'open')).toHaveCount(5, patient);
  await expect(card.getByRole('status')).toHaveText('7 waiting, 5 open of 12');
  await expect(card).toContainText('The outcome of each row is now known');
  await card.getByRole('button', { name: 'Send the other 7' }).click();
  await expect(card.getByRole('status')).toHaveText('12 open of 12', patient);

  // after a reload only the marks identify it
  await page.reload();
  await openTab(page, 'Scaled orders');
  await expect(card.getByRole('status')).toHaveText('12 open of 12', patient);
  await card.getByRole('button', { name: 'Cancel 12' }).click();
  await page.getByRole('button', { name: 'Cancel 12 of 12' }).click();
  await expect(card.getByRole('status')).toHaveText('12 cancelled of 12', patient);
  const all = await doneMarks(page);
  expect(all).toHaveLength(12);
  expect(new Set(all).size).toBe(12);
});

test('a paste is corrected by one press, a rung fills in parts, and the rest is cancelled', async ({ startFathom }) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  const profileId = await activeProfileId(page);
  // a paste by keys where the sheet opens: the size has the focus, and a table is no size
  await copyText(page, 'Price (USDT)\tSize (BTC)\n$90,000.50\t0.01\n$89 000.00\t0.02\n\t\nTotal\t0.03\n');
  await page.keyboard.press('l');
  const sheet = sheetOf(page);
  const size = sheet.getByLabel(/^Total size/);
  await expect(size).toBeFocused(patient);
  const grid = sheet.locator('.ladder-grid');
  await expect(grid).toContainText('paste rows from a spreadsheet');
  await page.keyboard.press('Control+V');
  await expect(sheet).toContainText('2: 0.03 BTC');
  // it shows what the pasted rows add up to
  await expect(size).toHaveValue('0.03');
  await expect(sheet.getByLabel('Price of rung 1')).toHaveValue('90000.5');
  await expect(grid.getByRole('status')).toHaveText('Left out, because it has no price: Total 0.03');
  await sheet.getByRole('button', { name: 'Back to the range' }).click();
  await expect(grid.getByRole('status')).toHaveCount(0);
  // between the fields nothing has the focus
  const paste = async (text: string) => {
    await copyText(page, text);
    await sheet.locator('.ladder-empty, caption, th').first().click();
    await page.keyboard.press('Control+V');
  };
  await paste('90000\t0.01\n89000\t0.03');
  await expect(sheet).toContainText('2: 0.04 BTC');
  // a single value is one of its field
  await copyText(page, '0.5\n');
  await size.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
  await expect(size).toHaveValue('0.5');
  await expect(grid.getByRole('alert')).toHaveCount(0);
  await paste('price\tsize\n67,412\t1');
  await expect(grid.getByRole('alert')).toContainText('may be thousands or a decimal comma');
  await size.fill('0.6');
  await expect(grid.getByRole('alert')).toHaveCount(0);
  await paste('price\tsize\n67,412\t1');
  await expect(grid.getByRole('alert')).toContainText('may be thousands or a decimal comma');
  await paste('Qty;Price\n0.01;90000\n0.0000001;89000');
  await expect(grid.getByRole('alert')).toHaveCount(0);
  await expect(sheet.getByText(/^The size must be at least 0\.00001/)).toBeVisible();
  // one row by a press of its own, or all that need it
  await grid.getByRole('button', { name: /^Raise to [\d.]+, rung 2$/ }).click();
  await expect(sheet).toContainText(/2: 0\.010\d+ BTC/);
  await paste('Qty;Price\n0.01;90000\n0.0000001;89000');
  await sheet.getByRole('button', { name: 'Drop 1 below the minimum' }).click();
  await expect(sheet).toContainText('1: 0.01 BTC');
  // more than the policy lets go as one order: in as few as it takes, by one press
  await paste('Qty;Price\n25;90000');
  await expect(grid.getByText(/the largest order of this profile is 1,000,000 USDT/)).toBeVisible();
  await grid.getByRole('button', { name: 'Split in 3, rung 1' }).click();
  await expect(sheet).toContainText('3: 25 BTC');
  await sheet.getByRole('button', { name: 'Back to the range' }).click();
  // the sheet is open for minutes: it never covers the kill switch
  await page.getByRole('button', { name: /^Cancel all \+ freeze/ }).click({ trial: true });

  await sheet.getByLabel(/^Total size/).fill('2');
  await sheet.getByRole('textbox', { name: 'Number of orders' }).fill('4');
  await sheet.getByLabel('From').fill('-0.02%');
  await sheet.getByLabel('Expiry', { exact: true }).fill('25:00');
  await expect(sheet.getByText(/^"25:00" is no end/)).toBeVisible();
  await sheet.getByLabel('Expiry', { exact: true }).fill('17:30');
  await expect(sheet.getByText(/^ends (today|tomorrow) at 17:30:00/)).toBeVisible();
  await sheet.getByLabel('Expiry', { exact: true }).fill('90m');
  await expect(sheet.getByText(/^sent now, it ends at .*\d\d:\d\d/)).toBeVisible();
  await openReview(page, sheet.getByRole('region', { name: 'Review' }));
  await page.keyboard.press('Control+Enter');
  const card = cardOf(page);
  await expect(card.getByRole('status')).toContainText('of 4', patient);
  // an extension only makes it rest longer: it starts with a later end and rejects an earlier one
  await card.getByRole('button', { name: 'Extend…' }).click();
  const extension = page.getByRole('dialog', { name: 'Extend this scaled order?' });
  await expect(extension.getByLabel('Expiry')).toHaveValue('2h');
  await extension.getByLabel('Expiry').fill('30m');
  await expect(extension.getByRole('button', { name: /^Extend/ })).toHaveAttribute('title', /^Not later than/);
  await page.keyboard.press('Escape');
  // others stand in front of it: sold until the first rung is reached
  const reached = stages(page, 'part-filled').or(stages(page, 'filled')).first();
  for (let sale = 0; sale < 60 && !(await reached.isVisible()); sale += 1) {
    const order = { clientOid: crypto.randomUUID(), symbol: 'BTC-USDT', side: 'sell', type: 'market', size: '0.3' };
    await askDesk(page, 'orders.place', { profileId, order, confirmed: 'summary' });
    await page.waitForTimeout(150);
  }
  await expect(reached).toBeVisible(patient);
  await card.getByRole('button', { name: /^Cancel \d/ }).click();
  await page.getByRole('button', { name: /^Cancel \d of 4/ }).click();
  await expect(card.getByRole('status')).toHaveText(/^(\d filled, )?\d cancelled of 4$/, patient);
  await expect(card).toContainText(/filled [\d.]+ at 9\d,\d{3}.*left 0/);
  const all = await doneMarks(page);
  expect(all).toHaveLength(4);
  expect(new Set(all).size).toBe(4);
});
