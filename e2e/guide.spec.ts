import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { reviewTicket, ticketOf } from './stories/hands.ts';
import { expect, expectWholeBook, openTab, panel, root, rowsOf, test } from './testing/fathom-fixture.ts';
import { takeGuidePicture } from './testing/pictures.ts';

const guide = join(root, 'docs', 'guide');

/** The names of the pictures that the pages of the guide show. */
function shownPictures(): readonly string[] {
  const pages = readdirSync(guide).filter(name => name.endsWith('.md'));
  const texts = pages.map(name => readFileSync(join(guide, name), 'utf8'));
  return texts.flatMap(text => [...text.matchAll(/\]\(pictures\/([\w-]+)\.png\)/g)].map(([, name = '']) => name));
}

/** The names of the pictures that the stories take. */
function takenPictures(): readonly string[] {
  const specs = ['guide.spec.ts', 'portfolio.spec.ts'].map(name => readFileSync(join(root, 'e2e', name), 'utf8'));
  return specs.flatMap(text => [...text.matchAll(/takeGuidePicture\(page, '([\w-]+)'/g)].map(([, name = '']) => name));
}

test('guide shows exactly the pictures that stories take in the guide, at most four on a page', () => {
  expect(shownPictures().toSorted()).toEqual(takenPictures().toSorted());
  const kept = readdirSync(join(guide, 'pictures')).map(name => name.replace(/\.png$/, ''));
  expect(kept.toSorted()).toEqual(shownPictures().toSorted());
  for (const name of readdirSync(guide).filter(each => each.endsWith('.md'))) {
    const text = readFileSync(join(guide, name), 'utf8');
    expect.soft(text.match(/\]\(pictures\//g)?.length ?? 0, name).toBeLessThanOrEqual(4);
    expect.soft(text.split(/\s+/).length, `words of ${name}`).toBeLessThanOrEqual(720);
  }
});

/** Order entry: ticket, scaled orders, price ladder. */
async function takeOrderEntry(page: Page): Promise<void> {
  await page.keyboard.press('b');
  const ticket = ticketOf(page);
  await page.keyboard.type('0.01');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b-5');
  // the review keeps what is known when it opens
  const known = (text: RegExp) => expect(ticket.getByRole('definition').filter({ hasText: text })).toHaveCount(1);
  await known(/^0\.9\d.*%.*%/);
  await known(/^ok:/);
  await reviewTicket(page);
  await takeGuidePicture(page, 'ticket', ticket);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog', { name: /^Scaled order:/ });
  await expect(sheet).toBeVisible();
  await sheet.getByLabel('From').fill('-0.1%');
  await sheet.getByLabel('To', { exact: true }).fill('-0.5%');
  await sheet.getByLabel(/^Total size/).fill('0.5');
  await expect(sheet.getByRole('table').first()).toBeVisible();
  await takeGuidePicture(page, 'scaled-orders', sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.keyboard.press('F6');
  await page.keyboard.press('d');
  const ladder = panel(page, 'Price ladder');
  await expect(ladder.locator('.price-ladder-row[data-place="bid"]')).toBeVisible();
  await takeGuidePicture(page, 'price-ladder', ladder);
  await page.keyboard.press('d');
}

/** Conditional orders, positions and the margin form. */
async function takePositions(page: Page): Promise<void> {
  await openTab(page, 'Conditional orders');
  await expect(rowsOf(page, 'Conditional orders').first()).toBeVisible();
  await takeGuidePicture(page, 'conditional-orders', page.getByRole('tabpanel', { name: /^Conditional orders/ }));
  await takeGuidePicture(page, 'positions', panel(page, 'Positions'));
  await rowsOf(page, 'Futures positions')
    .filter({ hasText: 'XBTUSDTM' })
    .getByRole('button', { name: 'Add margin to XBTUSDTM' })
    .click();
  const sheet = page.getByRole('dialog', { name: /Add margin/ });
  await sheet.getByLabel('Amount to add').fill('250');
  await expect(sheet.locator('.before-after-new').first()).toBeVisible();
  await takeGuidePicture(page, 'add-margin', sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
}

test('guide story takes the pictures of the guide from the Trading, Risk, Sub-accounts and Overview workspaces', async ({
  startFathom,
}) => {
  test.setTimeout(480_000);
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  await takeOrderEntry(page);
  await takePositions(page);

  await page.keyboard.press('Alt+2');
  await expect(rowsOf(page, 'Positions and margin accounts by risk').first()).toBeVisible();
  const stress = panel(page, 'Stress test, USDT');
  await expect(stress.getByRole('table').first()).toBeVisible();
  await takeGuidePicture(page, 'risk');
  await takeGuidePicture(page, 'stress-test', stress);

  await page.keyboard.press('Alt+3');
  await expect(rowsOf(page, 'Sub-accounts').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 60_000 });
  await takeGuidePicture(page, 'sub-accounts');

  await page.keyboard.press('Alt+4');
  await expect(rowsOf(page, 'Endpoints of the exchange').first()).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0, { timeout: 60_000 });
  await takeGuidePicture(page, 'overview');
});
