import type { Page } from 'playwright/test';
import { checkIn } from './testing/axe.ts';
import { columnOf, expect, panel, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepPicture } from './testing/pictures.ts';
import { findLayoutDefects } from './testing/layout-defects.ts';

const atRisk = 'Positions and margin accounts by risk';

/** The workspace of risk, with its figures there. */
async function openRisk(page: Page): Promise<void> {
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  await showRisk(page);
}

async function showRisk(page: Page): Promise<void> {
  await page.keyboard.press('Alt+2');
  await expect(rowsOf(page, atRisk)).toHaveCount(8);
  await expect(rowsOf(page, 'Liquidation order').first()).toBeVisible();
  await expect(panel(page, 'At risk').getByText('Complete')).toBeVisible();
}

/** The distance of a row, in per cent. */
async function distanceOf(page: Page, name: string): Promise<number> {
  const column = await columnOf(page, atRisk, 'Liq. distance');
  const cell = rowsOf(page, atRisk).filter({ hasText: name }).locator('td').nth(column);
  return readNumber((await cell.textContent()) ?? '');
}

/** Who is liquidated at the smallest move. */
const firstToGo = (page: Page) => rowsOf(page, 'Liquidation order').first();

const widths = [
  [1100, 700],
  [1440, 900],
  [2560, 1440],
] as const;

test('the nearest liquidation is found, read in the list, and moved away from its row', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await openRisk(page);
  await expect(rowsOf(page, atRisk).first()).toContainText('XRPUSDTM');
  await expect(firstToGo(page)).toContainText('XRPUSDTM');
  const near = await distanceOf(page, 'XRPUSDTM');
  // the market moves: it is near its liquidation, and far from the target below
  expect(near).toBeLessThan(8);
  const shocks = page.getByRole('table', { name: 'Effect of price moves on all accounts' });
  await expect(shocks.getByRole('row', { name: /^XRP/ })).toContainText('2 liq.');
  // the one on cross margin is as safe as its account, and says how safe that is
  const ratio = await columnOf(page, atRisk, 'Margin ratio');
  const cross = rowsOf(page, atRisk).filter({ hasText: 'SOLUSDTM' });
  await expect(cross.locator('td').nth(ratio)).toHaveText(/^≈[\d.]+ %$/);

  await rowsOf(page, atRisk).first().getByRole('button', { name: 'Add margin to XRPUSDTM' }).click();
  const sheet = page.getByRole('dialog', { name: /Add margin/ });
  await sheet.getByLabel('or target liq. distance').fill('15');
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: /^Add [\d,.]+ USDT$/ }).click();
  await expect(sheet.getByText(/^Added .* to XRPUSDTM\.$/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();

  await expect(firstToGo(page)).not.toContainText('XRPUSDTM');
  await expect.poll(() => distanceOf(page, 'XRPUSDTM')).toBeGreaterThan(12);
  await expect(rowsOf(page, atRisk).first()).not.toContainText('XRPUSDTM');
  await expect(shocks.getByRole('row', { name: /^XRP/ })).toContainText('1 liq.');
});

test('custom moves are entered by keyboard, and are red until they are applied', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await openRisk(page);
  const shocks = page.getByRole('table', { name: 'Effect of price moves on all accounts' });
  await page.getByRole('button', { name: 'Scenarios…' }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: 'Scenarios of the stress test, in percent' });
  const first = form.getByRole('textbox', { name: 'Scenario 1 in percent' });
  await first.fill('-95');
  await expect(form.getByRole('status')).toContainText('not applied');
  await expect(first).toHaveCSS('color', await form.getByRole('status').evaluate(each => getComputedStyle(each).color));
  await expect(shocks.getByRole('columnheader').first()).toHaveText('−10 %');
  await first.press('Enter');
  await expect(shocks.getByRole('columnheader').first()).toHaveText('−95 %');
  await expect(shocks.getByRole('row', { name: /^All coins/ })).toContainText('5 liq.');
  await expect.poll(() => findLayoutDefects(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Scenarios…' })).toBeFocused();
});

test('one coin is moved alone by keyboard, and the desk opens again', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await openRisk(page);
  await expect(rowsOf(page, 'Liquidation order').filter({ hasText: 'ETHUSDTM' })).toHaveCount(1);
  await page.getByRole('button', { name: 'BTC', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Liquidation order if BTC moves')).toBeVisible();
  await expect(rowsOf(page, 'Liquidation order').filter({ hasText: 'ETHUSDTM' })).toHaveCount(0);
  await expect(firstToGo(page)).toContainText(/XBTUSDT?M/);
  await page.keyboard.press('Alt+1');
  await expect(panel(page, 'At risk')).toHaveCount(0);
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
});

test('distances are shown since the start, and the pointer shows time and size', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  // another page than that of the risk: it is noted all the same
  await page.keyboard.press('Alt+3');
  await expect(rowsOf(page, 'Futures positions')).toHaveCount(0);
  const leftAtMs = Date.now();
  await expect.poll(() => Date.now() - leftAtMs, { timeout: 20_000 }).toBeGreaterThan(6000);
  const openedAt = await page.evaluate(() => Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }).format());
  await showRisk(page);
  const chart = panel(page, 'Distance over the session');
  await expect(chart.getByText('critical below 5 %')).toBeVisible();
  const first = chart.locator('.recharts-xAxis .recharts-cartesian-axis-tick').first();
  await expect.poll(async () => ((await first.textContent()) ?? '') < openedAt).toBe(true);
  await chart.locator('svg.recharts-surface').first().hover();
  await expect(chart.locator('.risk-then')).toContainText(/\d\d:\d\d:\d\d.*XRPUSDTM \d+\.\d\d %/);
});

test('the exposure adds up, and every row of the stress test is complete', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await openRisk(page);
  const [titles, cells] = await Promise.all([
    page.getByRole('table', { name: 'Exposure by coin' }).getByRole('columnheader').allTextContents(),
    rowsOf(page, 'Exposure by coin').first().locator('td').allTextContents(),
  ]);
  const shown = (title: string) => readNumber(cells[titles.findIndex(text => text.trim().startsWith(title))] ?? '');
  const parts = ['Spot', 'Margin', 'Debt', 'Futures', 'Collateral'].map(shown);
  // each is rounded to a dollar
  expect(Math.abs(parts.reduce((total, part) => total + part, 0) - shown('Net'))).toBeLessThan(4);

  const shocks = page.getByRole('table', { name: 'Effect of price moves on all accounts' });
  const box = await shocks.locator('..').boundingBox();
  const rows = await shocks.locator('tbody tr').all();
  const ends = await Promise.all(rows.map(async row => (await row.boundingBox()) ?? { y: 0, height: 0 }));
  const end = (box?.y ?? 0) + (box?.height ?? 0);
  const cut = ends.filter(({ y, height }) => y < end - 1 && y + height > end + 1);
  expect(ends.length).toBeGreaterThan(6);
  expect(cut).toEqual([]);
  for (const [width, height] of widths) {
    await page.setViewportSize({ width, height });
    const hidden = () => shocks.locator('..').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(hidden, `columns to the right, ${width}`).toBe(0);
    await keepPicture(page, 'shocks');
  }
});

test('the risk workspace is not cut at any size, in either theme, and is labelled for a screen reader', async ({
  startFathom,
}) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await openRisk(page);
  await expect(panel(page, 'Exposure by coin, USDT').locator('svg text').first()).toBeVisible();
  for (const theme of ['dark', 'light'] as const) {
    for (const [width, height] of widths) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => findLayoutDefects(page), `${width}, ${theme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await keepPicture(page, 'risk');
    }
    await checkIn(theme)(page, theme);
    await page.getByRole('button', { name: /^Theme/ }).click();
  }
});
