import type { Page } from 'playwright/test';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { setFault } from './second-client.ts';
import { expectReady } from './stories/hands.ts';
import { expectAccessible } from './testing/axe.ts';
import { expect, expectWholeBook, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { findLayoutDefects } from './testing/layout-defects.ts';
import { keepPicture } from './testing/pictures.ts';
import { expectStored } from './testing/stored.ts';

const popOut = async (page: Page, title: string) => {
  await page.getByRole('button', { name: `${title}: move or close` }).click();
  await page.getByRole('menuitem', { name: 'Open in new window' }).click();
};
/** Nothing of a window is cut, and everyone can read it. */
const expectReadable = async (page: Page, name: string) => {
  await expect.soft.poll(() => findLayoutDefects(page), name).toEqual([]);
  await expectAccessible(page, `${name} in a window of its own`);
};
const liveIn = (page: Page, title: string) => panel(page, title).getByText('live', { exact: true });

test('the book opens in a panel window: both windows report a feed failure, one action is sent once, and a restart opens it again (fault 8)', async ({
  startFathom,
}) => {
  const first = await startFathom();
  const { page } = first;
  await expectReady(page);
  const whereItWas = await panel(page, 'Order book').boundingBox();
  await popOut(page, 'Order book');
  const book = await first.nextPanelPage();
  await expectWholeBook(book);
  await expect(panel(page, 'Order book')).toHaveCount(0);
  await expect(book.getByText('PRACTICE', { exact: true })).toBeVisible();

  // the feed is cut: each window says so by itself, and each recovers by itself
  const { control } = await first.practice;
  await setFault(control, { fault: 'refuse-upgrade', status: 503, count: 3 });
  await setFault(control, { fault: 'close', isAbrupt: true });
  await Promise.all([expect(liveIn(book, 'Order book')).toHaveCount(0), expect(liveIn(page, 'Trades')).toHaveCount(0)]);
  await expect(liveIn(book, 'Order book')).toBeVisible({ timeout: 60_000 });
  await expect(liveIn(page, 'Trades')).toBeVisible({ timeout: 60_000 });
  await keepPicture(book, 'book window');

  // after a disconnect the account is read again before anything is sent
  await expect(liveIn(page, 'Positions')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('alert').filter({ hasText: 'only cancels are sent' })).toHaveCount(0, {
    timeout: 60_000,
  });

  // 8: the same action from both windows at once is one action, and both get its outcome
  const profileId = await activeProfileId(page);
  const action = { profileId, symbol: 'XBTUSDTM', amount: '7', bizNo: crypto.randomUUID() };
  const answers = await Promise.all([page, book].map(window => askDesk(window, 'positions.addMargin', action)));
  const accepted = expect.objectContaining({ ok: true });
  expect(answers, JSON.stringify(answers)).toEqual([accepted, accepted]);
  const actions = JSON.stringify(await askDesk(book, 'intents.list', { profileId }));
  expect(actions.split(action.bizNo)).toHaveLength(2);

  // a market chosen in one is the market of both, a theme too
  await page.getByRole('option', { name: /^ETH.USDT/ }).click();
  await expect(book.getByRole('button', { name: /ETH-USDT, link A/ })).toBeVisible();
  await expectWholeBook(book);
  await expectReadable(book, 'the book');
  // there are no tools of a place here, so the head of the panel has the edge for itself
  const edgePx = await book.locator('.panel-header').evaluate(head => innerWidth - head.getBoundingClientRect().right);
  expect(edgePx).toBeLessThan(10);
  await expectStored(first, 'workspaces.json', /"away":\[\{"panel":"book".*"windows":\{"[^"]+":\[\{"panel":"book"/);
  await expectStored(first, 'settings.json', /"symbol":"ETH-USDT"/);
  await first.close();

  const second = await startFathom();
  const again = await second.nextPanelPage();
  await expectWholeBook(again);
  await expect(again.getByRole('button', { name: /ETH-USDT, link A/ })).toBeVisible();
  await expect(panel(second.page, 'Order book')).toHaveCount(0);

  // closed like any window, it is back where it was
  await again.close();
  await expectWholeBook(second.page);
  await expect(async () => {
    const whereItIs = await panel(second.page, 'Order book').boundingBox();
    expect(Math.abs((whereItIs?.x ?? 0) - (whereItWas?.x ?? 1000))).toBeLessThan(3);
    expect(Math.abs((whereItIs?.width ?? 0) - (whereItWas?.width ?? 1000))).toBeLessThan(3);
  }).toPass({ timeout: 40_000 });

  // an account chosen here is that of every panel of its colour
  await openTab(second.page, 'Sub-accounts');
  await popOut(second.page, 'Sub-accounts');
  const accounts = await second.nextPanelPage();
  await expect(rowsOf(accounts, 'Sub-accounts').first()).toBeVisible();
  await second.page.getByRole('button', { name: 'Sub-accounts', exact: true }).click();
  for (const row of [3, 5]) {
    await rowsOf(second.page, 'Sub-accounts').nth(row).click();
    const detail = second.page.getByRole('region', { name: /^Sub-account / });
    const chosen = (await detail.getByRole('heading').first().textContent()) ?? '';
    await expect(panel(accounts, `Balances of ${chosen}`)).toBeVisible();
  }
  await expectReadable(accounts, 'the sub-accounts');
});
