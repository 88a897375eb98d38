import type { Page } from 'playwright/test';
import { expect, expectWholeBook, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepBothPictures, keepPicture } from './testing/pictures.ts';
import { coveredControls, findLayoutDefects } from './testing/layout-defects.ts';

const tabs = [
  ['Open orders', 'Open orders'],
  ['Conditional orders', 'Conditional orders'],
  ['Fills', 'Recent fills'],
  ['Order history', 'Order history'],
  ['Assets', 'Assets'],
] as const;
const vast = [
  ['Trading', 'Futures positions', 'Sub-accounts'],
  ['Overview', 'Positions and margin accounts by risk', 'Sub-accounts'],
] as const;
const sizes = [
  [1100, 700],
  [1440, 900],
  [2560, 1440],
] as const;

/** those that begin without a row */
const quietTabs = ['Scaled orders', 'Margin', 'Withdrawals'] as const;

/** The whole desk, and of the other tabs what they show. */
async function keepDesk(page: Page, tab: string, density = 'medium'): Promise<void> {
  if (density !== 'medium') return;
  if (tab === 'Open orders') await keepBothPictures(page, 'desk');
  else await keepBothPictures(page, `desk ${tab}`, page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) }));
}

/** A press on the kill switch that is too short shows a message. */
async function checkMessage(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /freeze/ })
    .first()
    .click();
  const message = page.getByText(/^Released too early/);
  await expect(message).toBeVisible();
  expect.soft(await coveredControls(page), 'under a message').toEqual([]);
  await keepPicture(page, 'desk with a message');
  // the market may add a message of a fill, and a message leaves by itself after a while
  const toast = page.locator('.toast').filter({ hasText: 'Released too early' });
  await toast
    .getByRole('button', { name: 'Dismiss' })
    .click({ timeout: 5_000 })
    .catch(() => {});
  await expect(message).toHaveCount(0);
}

async function checkQuietTabs(page: Page): Promise<void> {
  for (const tab of quietTabs) {
    await openTab(page, tab);
    await expect.soft.poll(() => findLayoutDefects(page), tab).toEqual([]);
    await keepDesk(page, tab);
  }
}

for (const [width, height] of sizes) {
  test(`layout at ${width}x${height}: nothing is cut, overlaps or touches, in any tab and density`, async ({
    startFathom,
  }) => {
    // its pictures are many, and those of a large window take their time
    test.slow(width > 2000);
    const { page } = await startFathom({ size: { width, height } });
    await expectWholeBook(page);
    await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
    if (width > 1180) await expect(rowsOf(page, 'Sub-accounts').first()).toBeVisible();
    const density = page.getByRole('banner').getByRole('button', { name: /medium|high|low/ });
    for (const name of ['medium', 'high', 'low']) {
      await expect(density).toContainText(name);
      for (const [tab, label] of width > 1180 ? tabs : [...tabs, ['Sub-accounts', 'Sub-accounts'] as const]) {
        await openTab(page, tab);
        await expect(rowsOf(page, label).first()).toBeVisible();
        await expect.soft.poll(() => findLayoutDefects(page), `${tab}, ${name}`).toEqual([]);
        await keepDesk(page, tab, name);
        if (tab === 'Order history') await expect(page.getByRole('columnheader', { name: 'Average' })).toBeVisible();
      }
      await density.click();
    }
    await checkQuietTabs(page);
    await checkMessage(page);
    if (width < 2000) await openTab(page, 'Depth');
    await page.getByRole('option', { name: /^USDC/ }).click();
    await expect(panel(page, 'Depth').locator('.depth-tick').first()).toBeVisible();
    await expect.poll(() => panel(page, 'Depth').locator('.depth').getAttribute('aria-label')).toContain('USDC-USDT');
    await expect.soft.poll(() => findLayoutDefects(page), 'Depth').toEqual([]);
    await keepBothPictures(page, 'depth', panel(page, 'Depth'));
    if (width < 2000) await openTab(page, 'Chart');
    const chart = await panel(page, 'Chart').locator('.chart-canvas').boundingBox();
    expect(chart?.height, 'room for candles').toBeGreaterThan(180);
    if (width < 2000) return;
    // with space for more than one page, the details are beside them
    await page.setViewportSize({ width: 3840, height: 2160 });
    for (const [workspace, ...shown] of vast) {
      await page.getByRole('button', { name: workspace, exact: true }).click();
      for (const label of shown) await expect(rowsOf(page, label).first()).toBeVisible();
      await expect.soft.poll(() => findLayoutDefects(page), `${workspace} at 3840`).toEqual([]);
    }
  });
}
