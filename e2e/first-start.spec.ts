import { join } from 'node:path';
import { expect, expectWholeBook, openTab, panel, readNumber, root, rowsOf, test } from './testing/fathom-fixture.ts';
import { expectStored } from './testing/stored.ts';

test('the first start shows a live market on practice in every panel', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expect(page.getByText('PRACTICE', { exact: true })).toBeVisible();

  await expectWholeBook(page);
  await page.getByRole('tab', { name: 'Depth' }).click();
  await expect(page.locator('.depth .depth-tick').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Chart' }).click();
  await expect.poll(() => rowsOf(page, 'Futures positions').count()).toBeGreaterThanOrEqual(3);
  await expect(rowsOf(page, 'Sub-accounts')).not.toHaveCount(0);
  await expect(panel(page, 'Sub-accounts').getByText(/sub-accounts · total/)).toBeVisible();
  const total = panel(page, 'Sub-accounts').getByText(/sub-accounts · total/);
  await expect.poll(async () => readNumber((await total.textContent()) ?? '')).toBeGreaterThanOrEqual(12);

  for (const [tab, table] of [
    ['Open orders', 'Open orders'],
    ['Conditional orders', 'Conditional orders'],
    ['Fills', 'Recent fills'],
    ['Order history', 'Order history'],
    ['Assets', 'Assets'],
  ] as const) {
    await openTab(page, tab);
    await expect(rowsOf(page, table).first()).toBeVisible();
  }
  // a place for an alert may stand ready, with nothing in it
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('the view of the user survives a restart', async ({ startFathom }) => {
  const first = await startFathom();
  const pair = (page: typeof first.page) =>
    page
      .getByRole('listbox', { name: 'Markets' })
      .getByRole('option')
      .filter({ hasText: /ETH USDT/ });
  await pair(first.page).click();
  await first.page.getByRole('button', { name: /^Theme dark/ }).click();
  await expectWholeBook(first.page);
  await expectStored(first, 'settings.json', /"symbol":"ETH-USDT".*"theme":"light"/);
  await first.close();

  const second = await startFathom();
  await expect(second.page.getByRole('button', { name: /^Theme light/ })).toBeVisible();
  await expect(pair(second.page)).toHaveAttribute('aria-selected', 'true');
});

test('the book changes, is sorted, and never crosses', async ({ startFathom }) => {
  const { page } = await startFathom();
  const book = panel(page, 'Order book');
  await expectWholeBook(page);
  const before = await book.textContent();
  await expect.poll(() => book.textContent()).not.toBe(before);
  // both sides in one look, so that no refresh comes between
  const [asks, bids] = await book.evaluate(node =>
    ['Asks', 'Bids'].map(name =>
      [...node.querySelectorAll(`[aria-label="${name}"] [role="cell"].book-price`)].map(cell =>
        Number(
          (cell.textContent ?? '')
            .split('.Your')[0]
            ?.replaceAll(',', '')
            .replace(/\. Your.*$/, ''),
        ),
      ),
    ),
  );
  if (asks === undefined || bids === undefined) throw new Error('a side is missing');
  expect(asks).toEqual(asks.toSorted((a, b) => a - b));
  expect(bids).toEqual(bids.toSorted((a, b) => b - a));
  expect(Math.max(...bids)).toBeLessThan(Math.min(...asks));
  expect(new Set([...asks, ...bids]).size).toBe(asks.length + bids.length);
});

test('pictures of the window are taken at two sizes', async ({ startFathom }) => {
  for (const [width, height] of [
    [1440, 900],
    [2560, 1440],
  ] as const) {
    const fathom = await startFathom({ size: { width, height } });
    await expectWholeBook(fathom.page);
    await expect(rowsOf(fathom.page, 'Futures positions').first()).toBeVisible();
    await expect(rowsOf(fathom.page, 'Sub-accounts').first()).toBeVisible();
    await expect(rowsOf(fathom.page, 'Open orders').first()).toBeVisible();
    await expect(panel(fathom.page, 'Trades').getByText('live', { exact: true })).toBeVisible();
    await expect(fathom.page.getByText('oldest data')).toBeVisible();
    // the newest candle is present when the count of candles is announced
    await expect(fathom.page.getByText(/^\d+ candles/)).toBeVisible();
    const isKept = process.env['FATHOM_SCREENSHOTS'] !== undefined;
    const picture = await fathom.page.screenshot({
      path: join(root, isKept ? 'docs/screenshots' : 'test-results', `desk-${width}.png`),
    });
    expect(picture.length).toBeGreaterThan(50_000);
    expect(await fathom.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(await fathom.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await fathom.close();
  }
});
