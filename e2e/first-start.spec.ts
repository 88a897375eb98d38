import { join } from 'node:path';
import { expect, expectWholeBook, openTab, panel, readNumber, root, rowsOf, test } from './testing/fathom-fixture.ts';

test('the first start shows a living market on practice, in every panel', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expect(page.getByText('PRACTICE', { exact: true })).toBeVisible();

  await expectWholeBook(page);
  await page.getByRole('tab', { name: 'Depth' }).click();
  await expect(page.locator('.depth .depth-tick').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Chart' }).click();
  expect(await rowsOf(page, 'Futures positions').count()).toBeGreaterThanOrEqual(3);
  await expect(rowsOf(page, 'Sub-accounts')).not.toHaveCount(0);
  await expect(panel(page, 'Sub-accounts').getByText(/sub-accounts · total/)).toBeVisible();
  expect(
    readNumber(
      (await panel(page, 'Sub-accounts')
        .getByText(/sub-accounts · total/)
        .textContent()) ?? '',
    ),
  ).toBeGreaterThanOrEqual(12);

  for (const [tab, table] of [
    ['Active orders', 'Active orders'],
    ['Stops', 'Stop orders'],
    ['Fills', 'Recent fills'],
    ['Done orders', 'Done orders'],
    ['Own balances', 'Own balances'],
  ] as const) {
    await openTab(page, tab);
    await expect(rowsOf(page, table).first()).toBeVisible();
  }
  // a place for an alert may stand ready, with nothing in it
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
});

test('what the user looks at outlives the program', async ({ startFathom }) => {
  const first = await startFathom();
  const pair = (page: typeof first.page) =>
    page
      .getByRole('listbox', { name: 'Markets' })
      .getByRole('option')
      .filter({ hasText: /ETH USDT/ });
  await pair(first.page).click();
  await first.page.getByRole('button', { name: /^Theme dark/ }).click();
  await expectWholeBook(first.page);
  // longer than a choice waits to be kept
  await first.page.waitForTimeout(1500);
  await first.close();

  const second = await startFathom();
  await expect(second.page.getByRole('button', { name: /^Theme light/ })).toBeVisible();
  await expect(pair(second.page)).toHaveAttribute('aria-selected', 'true');
});

test('the book moves, is sorted, and never crosses', async ({ startFathom }) => {
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

test('pictures of the window at the two sizes of the desk', async ({ startFathom }) => {
  for (const [width, height] of [
    [1440, 900],
    [2560, 1440],
  ] as const) {
    const fathom = await startFathom({ size: { width, height } });
    await expectWholeBook(fathom.page);
    await expect(rowsOf(fathom.page, 'Futures positions').first()).toBeVisible();
    await expect(rowsOf(fathom.page, 'Sub-accounts').first()).toBeVisible();
    await expect(rowsOf(fathom.page, 'Active orders').first()).toBeVisible();
    await expect(panel(fathom.page, 'Trades').getByText('live', { exact: true })).toBeVisible();
    await expect(fathom.page.getByText('oldest data')).toBeVisible();
    // the newest candle is there when the count of candles is told
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
