import type { Page } from 'playwright/test';
import { expect, type FathomUnderTest, panel, rowsOf, rowsOfSize } from '../testing/fathom-fixture.ts';
import { typeBack } from '../trusted-keys.ts';
import {
  byPalette,
  choose,
  expectReady,
  goToRow,
  lastOf,
  patient,
  pressByKeys,
  retype,
  reviewTicket,
  sendFromSheet,
  sheetOf,
  tabTo,
  tabWithin,
  ticketOf,
} from './hands.ts';
import type { FaultPlan } from './fault-plan.ts';
import { openReview } from '../testing/open-review.ts';

/** Whatever a desk does in an hour, and no mouse: spot, margin, a contract with its stop, both ladders, workspaces, the kill switch. */
export async function keyboardHour(fathom: FathomUnderTest, faults: FaultPlan): Promise<void> {
  const { page } = fathom;
  await expectReady(page);
  await onSpot(fathom, faults);
  await onMargin(page);
  await onContract(fathom, faults);
  await onPriceLadder(page);
  await sendLadder(page);
  await cancelLadder(page);
  await visitViews(page);
  await killAndRelease(fathom);
}

/** The part of it that sends, amends, cancels and stops everything, on a pair, a contract and as a ladder. */
export async function keyboardMinutes(fathom: FathomUnderTest, faults: FaultPlan): Promise<void> {
  const { page } = fathom;
  await expectReady(page);
  await faults.apply(fathom, 'start');
  await onSpot(fathom, faults);
  await onContract(fathom, faults);
  await faults.apply(fathom, 'rungs');
  await sendLadder(page);
  await faults.apply(fathom, 'panic');
  await killAndRelease(fathom);
}

/** Sends what the open ticket holds, and waits for what becomes of it. */
async function sendTicket(page: Page, end: RegExp): Promise<void> {
  await reviewTicket(page);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(page)).toContainText(end, patient);
}

async function closeTicket(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(ticketOf(page)).toHaveCount(0);
}

/** An order placed, changed and cancelled, in a market that hardly moves. */
async function onSpot(fathom: FathomUnderTest, faults: FaultPlan): Promise<void> {
  const { page } = fathom;
  await choose(page, 'USDC-USDT');
  await page.keyboard.press('b');
  await page.keyboard.type('345');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b-2');
  await faults.apply(fathom, 'order');
  await sendTicket(page, /open/);
  await closeTicket(page);

  const own = rowsOfSize(page, 'Open orders', '345').filter({ hasText: 'USDC-USDT' });
  await goToRow(page, 'Open orders', own);
  await page.keyboard.press('e');
  await expect(sheetOf(page).getByLabel('Price')).toBeFocused(patient);
  await retype(page, 'b-3');
  await faults.apply(fathom, 'amend');
  await sendFromSheet(page, /^Amend to 345 at/, /Amended\b/);
  await page.keyboard.press('Escape');
  await expect(sheetOf(page)).toHaveCount(0);

  await faults.apply(fathom, 'cancel');
  await goToRow(page, 'Open orders', own);
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(own).toHaveCount(0, patient);
  // the row may go before the answer is found out
  await expect(sheetOf(page)).toHaveCount(0, patient);
}

/** On cross margin, and the last order of the ticket cancelled. */
async function onMargin(page: Page): Promise<void> {
  await choose(page, 'BTC-USDT');
  await page.keyboard.press('b');
  const size = ticketOf(page).getByLabel('Size', { exact: true });
  await expect(size).toBeFocused(patient);
  await tabTo(page, ticketOf(page).getByLabel('Trading account'), 'Shift+Tab');
  await page.keyboard.type('Cross');
  await tabTo(page, size);
  await retype(page, '0.0021');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b-900');
  await sendTicket(page, /open/);
  const own = rowsOfSize(page, 'Open orders', '0.0021');
  await expect(own).toContainText('Cross', patient);
  await page.keyboard.press('Control+Backspace');
  await expect(own).toHaveCount(0, patient);
  await closeTicket(page);
}

/** By its answer, or after that was lost. */
const taken = /Accepted by the exchange|Checked:/;

/** A position opened, given a stop, and closed; the stop that is left is cancelled. */
async function onContract(fathom: FathomUnderTest, faults: FaultPlan): Promise<void> {
  const { page } = fathom;
  await choose(page, 'DOGEUSDTM');
  await page.keyboard.press('b');
  await expect(ticketOf(page).getByLabel('Leverage')).not.toHaveValue('', patient);
  await page.keyboard.type('20');
  await page.keyboard.press('Tab');
  await page.keyboard.type('m');
  await faults.apply(fathom, 'contract');
  await sendTicket(page, /filled/);
  await closeTicket(page);

  const position = rowsOf(page, 'Futures positions').filter({ hasText: 'DOGEUSDTM' });
  await goToRow(page, 'Futures positions', position);
  await page.keyboard.press('l');
  await expect(sheetOf(page).getByLabel('Trigger when mark is')).toBeFocused(patient);
  await page.keyboard.type('-5%');
  await faults.apply(fathom, 'contract');
  await sendFromSheet(page, /lots when mark is/, taken);
  await page.keyboard.press('Escape');

  await goToRow(page, 'Futures positions', position);
  await page.keyboard.press('c');
  await tabTo(page, sheetOf(page).getByLabel('Order type'));
  await page.keyboard.type('Market');
  await faults.apply(fathom, 'contract');
  await sendFromSheet(page, /lots at/, taken);
  await page.keyboard.press('Escape');
  await expect(position).toHaveCount(0, patient);

  await byPalette(page, 'Conditional orders');
  const stop = rowsOf(page, 'Conditional orders').filter({ hasText: 'DOGEUSDTM' });
  if ((await stop.count()) > 0) {
    await goToRow(page, 'Conditional orders', stop);
    await page.keyboard.press('Delete');
    await expect(sheetOf(page)).toContainText('Cancel this stop order?', patient);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  }
  await expect(stop).toHaveCount(0, patient);
}

/** The rows of the price ladder by arrows: reviewed, sent, cancelled. */
async function onPriceLadder(page: Page): Promise<void> {
  await byPalette(page, 'Open orders');
  await choose(page, 'USDC-USDT');
  await page.keyboard.press('d');
  const prices = panel(page, 'Price ladder');
  await expect(prices.getByText('live', { exact: true })).toBeVisible(patient);
  await tabWithin(page, 'Price ladder', prices.getByLabel(/^Size of a click/));
  await retype(page, '346');
  await page.keyboard.press('Enter');
  await expect(prices.getByRole('grid')).toBeFocused();
  for (let row = 0; row < 4; row += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(ticketOf(page).getByRole('region', { name: 'Review' })).toContainText('Buy 346 USDC', patient);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(page)).toContainText('open', patient);
  await closeTicket(page);
  const own = rowsOfSize(page, 'Open orders', '346');
  await expect(own).toHaveCount(1, patient);
  await tabWithin(page, 'Price ladder', prices.getByRole('grid'));
  await page.keyboard.press('Delete');
  await expect(own).toHaveCount(0, patient);
  await page.keyboard.press('d');
}

export const ladderCard = (page: Page) =>
  panel(page, 'Scaled orders').getByRole('region', { name: /^Scaled order [0-9a-z]{8}$/ });

/** Four rungs as one thing, by keys, until all are open. */
export async function sendLadder(page: Page): Promise<void> {
  await choose(page, 'BTC-USDT');
  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog', { name: /^Scaled order:/ });
  await expect(sheet.getByLabel(/^Total size/)).toBeFocused(patient);
  await page.keyboard.type('0.04');
  for (const text of ['4', '-0.5%', '-1%']) {
    await page.keyboard.press('Tab');
    await retype(page, text);
  }
  await openReview(page, sheet.getByRole('region', { name: 'Review' }));
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toHaveCount(0, patient);
  await expect(ladderCard(page).getByRole('status')).toHaveText('4 open of 4', patient);
}

/** All of it at once. */
async function cancelLadder(page: Page): Promise<void> {
  const card = ladderCard(page);
  await tabWithin(page, 'Scaled orders', card.getByRole('button', { name: /^Cancel 4$/ }));
  await page.keyboard.press('Enter');
  await pressByKeys(page, sheetOf(page).getByRole('button', { name: /^Cancel 4 of 4/ }));
  await expect(card.getByRole('status')).toHaveText('4 cancelled of 4', patient);
}

async function visitViews(page: Page): Promise<void> {
  await page.keyboard.press('Alt+2');
  await expect(panel(page, 'At risk')).toBeVisible(patient);
  await page.keyboard.press('Alt+3');
  await expect(panel(page, 'At risk')).toHaveCount(0);
  await byPalette(page, 'Trading');
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible(patient);
}

/** Held until it fires; released by what is typed in the trusted window. */
async function killAndRelease(fathom: FathomUnderTest): Promise<void> {
  const { page } = fathom;
  const report = page.getByRole('region', { name: 'Kill switch report' });
  for (const key of ['Control', 'Shift', 'x']) await page.keyboard.down(key);
  await expect(report).toBeVisible(patient);
  for (const key of ['x', 'Shift', 'Control']) await page.keyboard.up(key);
  await expect(report.getByRole('status')).toContainText('No order is open on any venue', patient);
  await page.keyboard.press('F6');
  await expect(report.getByRole('button', { name: 'Close report' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(report).toHaveCount(0);
  await byPalette(page, 'Release the frozen profile');
  await typeBack(await fathom.nextTrustedPage(), 'Practice');
  await expect(page.getByText(/^FROZEN since/)).toHaveCount(0, patient);
}
