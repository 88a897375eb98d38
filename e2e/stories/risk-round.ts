import type { Locator, Page } from 'playwright/test';
import { columnOf, expect, type FathomUnderTest, panel, readNumber, rowsOf } from '../testing/fathom-fixture.ts';
import { expectReady, patient, sheetOf } from './hands.ts';
import type { FaultPlan } from './fault-plan.ts';

const table = 'Positions and margin accounts by risk';
const wishedPercent = 15;

/** The position nearest to liquidation gets margin up to a distance of 15 %, a stop, and is halved: all on the page of risk. */
export async function riskRound(fathom: FathomUnderTest, faults: FaultPlan): Promise<void> {
  const { page } = fathom;
  await expectReady(page);
  await faults.apply(fathom, 'start');
  await page.keyboard.press('Alt+2');
  await expect(panel(page, 'At risk').getByText('Complete')).toBeVisible(patient);
  const symbol = await nearestToLiquidation(page);
  const row = rowsOf(page, table).filter({ hasText: symbol });
  const held = await lotsOf(page, row);

  await faults.apply(fathom, 'margin');
  await addMargin(page, symbol);
  await expect.poll(() => distanceOf(page, row), patient).toBeGreaterThan(wishedPercent - 3);
  await expect(rowsOf(page, 'Liquidation order').first()).not.toContainText(symbol, patient);

  const stops = rowsOf(page, 'Conditional orders').filter({ hasText: symbol });
  const before = await stops.count();
  await faults.apply(fathom, 'stop');
  await exit(row, 'l', async sheet => sheet.getByLabel('Trigger when mark is').fill('-5%'));
  await expect(stops).toHaveCount(before + 1, patient);

  await faults.apply(fathom, 'reduce');
  // a market that runs is met at the market, whose price has a cap
  await exit(row, 'r', async sheet => {
    await sheet.getByLabel('Size').fill('50%');
    await sheet.getByLabel('Order type').selectOption('market');
  });
  await expect.poll(() => lotsOf(page, row), patient).toBe(Math.ceil(held / 2));
  await expect(stops).toHaveCount(before + 1);
}

async function lotsOf(page: Page, row: Locator): Promise<number> {
  const column = await columnOf(page, table, 'Position');
  return readNumber((await row.locator('td').nth(column).textContent()) ?? '');
}

async function distanceOf(page: Page, row: Locator): Promise<number> {
  const column = await columnOf(page, table, 'Liq. distance');
  return readNumber((await row.locator('td').nth(column).textContent()) ?? '');
}

/** The first of the list by danger is the first that a falling or rising market takes. */
async function nearestToLiquidation(page: Page): Promise<string> {
  const first = rowsOf(page, 'Liquidation order').first();
  await expect(first).toBeVisible(patient);
  const symbol = /[A-Z]+USDT?M/.exec((await first.textContent()) ?? '')?.[0] ?? '';
  await expect(rowsOf(page, table).first()).toContainText(symbol, patient);
  return symbol;
}

async function addMargin(page: Page, symbol: string): Promise<void> {
  await page.getByRole('button', { name: `Add margin to ${symbol}` }).click();
  const sheet = page.getByRole('dialog', { name: /Add margin/ });
  await sheet.getByLabel('or target liq. distance').fill(String(wishedPercent));
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: /^Add [\d,.]+ USDT$/ }).click();
  await expect(sheet.getByText(/^Added .* to [A-Z]+M\.$/)).toBeVisible(patient);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

/** An exit from its row. What was proven not to be there is asked for once more. */
async function exit(row: Locator, letter: string, fill: (sheet: Locator) => Promise<unknown>): Promise<void> {
  const page = row.page();
  const sheet = sheetOf(page);
  await expect(async () => {
    await row.focus();
    await page.keyboard.press(letter);
    await fill(sheet);
    const send = sheet.getByRole('button', { name: /lots (?:at|when)/ });
    await page.keyboard.press('Control+Enter');
    await expect(send).toBeVisible(patient);
    await page.keyboard.press('Control+Enter');
    const end = sheet.getByText(/Accepted by the exchange|Checked:/);
    await expect(end).toBeVisible(patient);
    const isThere = !/Not placed/.test((await end.textContent()) ?? '');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    expect(isThere).toBe(true);
  }).toPass({ timeout: 120_000 });
}
