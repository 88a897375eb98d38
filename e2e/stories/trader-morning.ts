import type { Locator, Page } from 'playwright/test';
import { post } from '../second-client.ts';
import { expect, type FathomUnderTest, panel, readNumber } from '../testing/fathom-fixture.ts';
import { expectReady, lastOf, patient, retype, reviewTicket, sendFromSheet, sheetOf, ticketOf } from './hands.ts';
import { exchangeOf } from './proof.ts';
import type { FaultPlan } from './fault-plan.ts';
import { openReview } from '../testing/open-review.ts';

const cardOf = (page: Page) => panel(page, 'Scaled orders').getByRole('region', { name: /^Scaled order [0-9a-z]{8}$/ });
const stages = (page: Page, stage: string) => cardOf(page).locator(`tr[data-stage="${stage}"]`);
const rungs = 8;

/**
 * A ladder by keys, parts of it filled, one rung changed in the chart, the rest cancelled, two coins sold where it pays
 * most.
 */
export async function traderMorning(fathom: FathomUnderTest, faults: FaultPlan): Promise<void> {
  const { page } = fathom;
  await expectReady(page);
  await faults.apply(fathom, 'start');
  await placeLadder(page, () => faults.apply(fathom, 'ladder'));
  await sellIntoLadder(fathom);
  await faults.apply(fathom, 'amend');
  await dragOne(page);
  await faults.apply(fathom, 'cancel');
  await cancelRest(fathom);
  await faults.apply(fathom, 'sale');
  await sellWhereItPays(page);
}

async function placeLadder(page: Page, turn: () => Promise<void>): Promise<void> {
  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog', { name: /^Scaled order:/ });
  await expect(sheet.getByLabel(/^Total size/)).toBeFocused(patient);
  await page.keyboard.type('1.6');
  for (const text of [String(rungs), '-0.002%', '-0.5%']) {
    await page.keyboard.press('Tab');
    await retype(page, text);
  }
  await expect(sheet).toContainText(`${rungs}: 1.6 BTC`);
  await sheet.getByLabel('Batch size').selectOption('async');
  // so near to a market that runs a rung may meet it, and be filled at once
  await sheet.getByLabel('post-only').uncheck();
  await openReview(page, sheet.getByRole('region', { name: 'Review' }));
  await turn();
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toHaveCount(0, patient);
  await sendUntilAllThere(page);
}

/** What a person does with a ladder that is held: waits for what is found out, and sends what is not there. */
async function sendUntilAllThere(page: Page): Promise<void> {
  const card = cardOf(page);
  await expect(card).toHaveCount(1, patient);
  await expect(async () => {
    const again = card.getByRole('button', { name: /^Send (the other \d+|\d+ again)$/ }).first();
    if ((await again.isVisible()) && (await again.getAttribute('aria-disabled')) !== 'true') await again.click();
    await expect(card.getByRole('status')).toHaveText(/^((\d+ filled|\d+ part-filled|\d+ open),? ?)+ of 8$/, {
      timeout: 1500,
    });
  }).toPass({ timeout: 120_000 });
}

/** Another account sells at the price of the first rung until it is partly filled. */
async function sellIntoLadder(fathom: FathomUnderTest): Promise<void> {
  const { page } = fathom;
  const { spot, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const first = cardOf(page).getByRole('row').first();
  const price = String(readNumber((await first.getByRole('cell').nth(1).textContent()) ?? ''));
  const reached = stages(page, 'part-filled').or(stages(page, 'filled')).first();
  const { spotRows } = await exchangeOf(fathom);
  // as the exchange has it: until a busy page shows it, more would be sold than there is
  const isReached = async () => {
    const ladder = (await spotRows()).filter(({ clientOid }) => clientOid.startsWith('ladder-'));
    return ladder.length < rungs || ladder.some(row => Number(Reflect.get(row, 'dealSize')) > 0);
  };
  await expect(async () => {
    if (!(await isReached())) {
      const order = { symbol: 'BTC-USDT', side: 'sell', type: 'limit', timeInForce: 'IOC', price, size: '1' };
      await post({ spot, headerPrefix, key }, '/api/v1/hf/orders', { clientOid: crypto.randomUUID(), ...order });
    }
    expect(await isReached(), 'a rung is reached').toBe(true);
    // others bid again in every pause
  }).toPass({ ...patient, intervals: [20] });
  await expect(reached).toBeVisible(patient);
}

/** Amends the open rung whose line is taken in the chart; as long as the market moves the lines away, once more. */
async function dragOne(page: Page): Promise<void> {
  await expect(async () => {
    expect(await takeLine(page), 'the line of an open rung is in the chart').toBe(true);
  }).toPass({ timeout: 120_000 });
  const sheet = sheetOf(page);
  await sendFromSheet(page, /^Amend to 0\.2 at/, /Amended\b/);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

/**
 * Takes hold of the line of an open rung in the chart, wherever it is drawn now, and lets it go a little lower; its sheet
 * is open then. False: none was met.
 */
async function takeLine(page: Page): Promise<boolean> {
  const chart = await page.locator('.chart-canvas').boundingBox();
  if (chart === null) throw new Error('the chart is not drawn');
  const sheet = sheetOf(page);
  const x = chart.x + chart.width / 3;
  for (let y = chart.y + chart.height * 0.8; y > chart.y; y -= 4) {
    await page.mouse.move(x, y);
    const cursor = await page.locator('.chart-canvas').evaluate(element => element.style.cursor);
    if (cursor !== 'ns-resize') continue;
    await page.mouse.down();
    await page.mouse.move(x, y + 12, { steps: 3 });
    await page.mouse.up();
    // the market may have moved the line away under the hand
    const hasSheet = await appears(sheet);
    if (hasSheet && (await isOpenRung(page, sheet))) return true;
    await page.keyboard.press('Escape');
    if (hasSheet) await expect(sheet).toHaveCount(0);
  }
  return false;
}

async function appears(sheet: Locator): Promise<boolean> {
  try {
    await sheet.waitFor({ timeout: 3000 });
    return true;
  } catch {
    return false;
  }
}

/** Another order of this desk may lie nearer to the pointer than the rung. */
async function isOpenRung(page: Page, sheet: Locator): Promise<boolean> {
  const before = sheet.locator('.fact', { hasText: 'Price' }).locator('.before-after-old');
  // the sheet of something else, such as a stop, may have no price before and after
  if (!(await appears(before))) return false;
  const price = readNumber((await before.textContent()) ?? '');
  const open = await stages(page, 'open').allTextContents();
  return open.some(text => text.replaceAll(',', '').includes(String(price)));
}

/** The ladder as one thing, with what was changed of it; what was not cancelled for once is cancelled again. */
async function cancelRest(fathom: FathomUnderTest): Promise<void> {
  const { page } = fathom;
  const { spotRows } = await exchangeOf(fathom);
  const left = async () => (await spotRows()).filter(({ clientOid }) => clientOid.startsWith('ladder-')).length;
  const cancel = cardOf(page).getByRole('button', { name: /^Cancel \d$/ });
  await expect(async () => {
    if (await cancel.isVisible()) {
      await cancel.click({ timeout: 2000 });
      await page.getByRole('button', { name: /^Cancel \d of 8/ }).click();
      await expect(sheetOf(page)).toHaveCount(0, patient);
    }
    await expect(cancel).toHaveCount(0, { timeout: 5000 });
  }).toPass({ timeout: 120_000 });
  expect(await left()).toBe(0);
}

/** The best of all markets into the ticket, and sent; what was proven not to be there is sent once more. */
async function sellWhereItPays(page: Page): Promise<void> {
  const best = page.getByRole('dialog', { name: 'Where to trade' }).locator('tbody tr').first();
  await expect(async () => {
    await page.keyboard.press('w');
    await page.keyboard.type('sell 2 BTC');
    await expect(best).toContainText('best', patient);
    await page.keyboard.press('Enter');
    await expect(ticketOf(page)).toBeVisible(patient);
    await reviewTicket(page);
    await page.keyboard.press('Control+Enter');
    await expect(lastOf(page)).toContainText(/filled|open|not placed/, patient);
    const isThere = !((await lastOf(page).textContent()) ?? '').includes('not placed');
    await page.keyboard.press('Escape');
    await expect(ticketOf(page)).toHaveCount(0);
    expect(isThere).toBe(true);
  }).toPass({ timeout: 120_000 });
}
