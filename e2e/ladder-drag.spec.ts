import type { Locator, Page } from 'playwright/test';
import { expect, expectWholeBook, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { openReview } from './testing/open-review.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };

/** Heights in the chart, from the top of the window, at which something can be taken hold of; each line once. */
function heightsOf(page: Page): Promise<readonly number[]> {
  return page.locator('.chart-canvas').evaluate(element => {
    const { left, top, height } = element.getBoundingClientRect();
    const found: number[] = [];
    let last = -100;
    for (let y = 0; y < height - 30; y += 1) {
      const at = { clientX: left + 20, clientY: top + y, bubbles: true };
      element.dispatchEvent(new PointerEvent('pointermove', at));
      if (element.style.cursor !== 'ns-resize') continue;
      if (y - last > 1) found.push(top + y + 5);
      last = y;
    }
    return found;
  });
}

async function drag(page: Page, fromY: number, byPx: number): Promise<void> {
  const box = await page.locator('.chart-canvas').boundingBox();
  const x = (box?.x ?? 0) + 40;
  await page.mouse.move(x, fromY);
  await page.mouse.down();
  await page.mouse.move(x, fromY + byPx / 2);
  await page.mouse.move(x, fromY + byPx);
  await page.mouse.up();
}

/** The chart may move between the look and the press: drags again until the question is there. */
async function dragUntilAsked(page: Page, asked: Locator, heightOf: () => Promise<number>): Promise<void> {
  await expect(async () => {
    if (!(await asked.isVisible())) await drag(page, await heightOf(), 10);
    await expect(asked).toBeVisible({ timeout: 3000 });
  }).toPass(patient);
}

const pricesOf = (sheet: Locator) =>
  sheet
    .getByLabel(/^Price of rung/)
    .evaluateAll(inputs => inputs.map(input => (input instanceof HTMLInputElement ? input.value : '')));

test('rungs are dragged before they are sent, one is amended by dragging its line, and the rest is cancelled', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  await expect(page.locator('.chart-canvas canvas').first()).toBeVisible(patient);
  // what rests there already
  await expect.poll(async () => (await heightsOf(page)).length, patient).toBeGreaterThan(0);
  const others = (await heightsOf(page)).length;
  // the prepared orders rest further from the market than the rungs: those are the three on top
  const lowestOwn = async () => (await heightsOf(page))[2] ?? 0;
  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog', { name: /^Scaled order:/ });
  await expect(sheet.getByLabel(/^Total size/)).toBeFocused(patient);
  await page.keyboard.type('0.04');
  await sheet.getByRole('textbox', { name: 'Number of orders' }).fill('3');
  await sheet.getByLabel('From').fill('-0.2%');
  await sheet.getByLabel('To', { exact: true }).fill('-0.8%');
  await expect(sheet.getByLabel(/^Price of rung/)).toHaveCount(3);

  // the ghosts lie in the chart; the lowest is taken down, then all with Alt
  await expect.poll(async () => (await heightsOf(page)).length, patient).toBe(3);
  let before: readonly string[] = [];
  await expect(async () => {
    before = await pricesOf(sheet);
    await drag(page, (await heightsOf(page)).at(-1) ?? 0, 10);
    await expect(sheet.getByRole('button', { name: 'Back to the range' })).toBeVisible({ timeout: 3000 });
  }).toPass(patient);
  await expect(sheet).toContainText('The rows were edited manually and do not follow the market or the range.');
  const one = await pricesOf(sheet);
  expect(Number(one[2])).toBeLessThan(Number(before[2]));
  let all: readonly string[] = [];
  await expect(async () => {
    await page.keyboard.down('Alt');
    await drag(page, (await heightsOf(page))[1] ?? 0, 6);
    await page.keyboard.up('Alt');
    all = await pricesOf(sheet);
    expect(all.map((price, row) => Number(price) < Number(one[row]))).toEqual([true, true, true]);
  }).toPass(patient);

  // the same in the depth chart, where the rung lies above what is pressed to pick a level
  await openTab(page, 'Depth');
  const second = page.locator('.depth-ghost[data-row="2"]');
  const box = await second.boundingBox();
  if (box === null) throw new Error('the rung is not drawn');
  const [x, y] = [box.x + 4, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await expect(page.locator('.depth-pointed')).toBeVisible();
  await second.click({ trial: true });
  await page.mouse.down();
  await page.mouse.move(x - 6, y);
  await page.mouse.move(x - 12, y);
  await expect(page.locator('.book-drag')).toContainText(/^rung 2 · [\d,.]+ at [\d,.]+ → /);
  const tip = await page.locator('.book-drag').boundingBox();
  expect(Math.abs((tip?.x ?? 0) - x)).toBeLessThan(40);
  await page.mouse.up();
  const inDepth = await pricesOf(sheet);
  expect(Number(inDepth[1])).toBeLessThan(Number(all[1]));
  expect([inDepth[0], inDepth[2]]).toEqual([all[0], all[2]]);
  await openTab(page, 'Chart');

  await sheet.getByLabel('Price of rung 1').focus();
  await openReview(page, sheet.getByRole('region', { name: 'Review' }));
  await page.keyboard.press('Control+Enter');
  const card = panel(page, 'Scaled orders').getByRole('region', { name: /^Scaled order [0-9a-z]{8}$/ });
  await expect(card.getByRole('status')).toHaveText('3 open of 3', patient);

  // a drop asks first; Escape leaves the order where it is, and the second drop is sent
  await expect.poll(async () => (await heightsOf(page)).length, patient).toBeGreaterThanOrEqual(others + 3);
  const change = page.getByRole('dialog', { name: /^Amend order/ });
  const asked = change.getByRole('button', { name: /^Amend to [\d.]+ at [\d.,]+, remaining [\d.]+$/ });
  await dragUntilAsked(page, asked, lowestOwn);
  await page.keyboard.press('Escape');
  await expect(change).toHaveCount(0);
  await expect(card.getByRole('status')).toHaveText('3 open of 3');
  await dragUntilAsked(page, asked, lowestOwn);
  await page.keyboard.press('Control+Enter');
  await expect(change).toContainText('Amended.', patient);
  await change.getByRole('button', { name: 'Close' }).last().click();
  await expect(card.getByRole('status')).toHaveText('3 open of 3', patient);
  await card.getByRole('button', { name: 'Cancel 3' }).click();
  await page.getByRole('button', { name: 'Cancel 3 of 3' }).click();
  await expect(card.getByRole('status')).toHaveText('3 cancelled of 3', patient);
});
