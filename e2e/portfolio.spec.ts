import type { Page } from 'playwright/test';
import { post, read, type SecondClient, setFault } from './second-client.ts';
import { checkIn } from './testing/axe.ts';
import {
  columnOf,
  expect,
  expectWholeBook,
  type FathomUnderTest,
  panel,
  rowsOf,
  test,
} from './testing/fathom-fixture.ts';
import { keepPicture, takeGuidePicture } from './testing/pictures.ts';
import { findLayoutDefects } from './testing/layout-defects.ts';

/** room for a machine that others use as well */
const patient = { timeout: 120_000 };

test.use({ isRecording: true });

async function trader(fathom: FathomUnderTest): Promise<SecondClient> {
  const { spot, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  return { spot, headerPrefix, key };
}

async function openPortfolio(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.getByRole('tab', { name: /^Portfolio/ }).click();
}

const sizes = [
  { width: 1100, height: 700 },
  { width: 1440, height: 900 },
  { width: 2560, height: 1440 },
];

interface SubUsers {
  readonly data: {
    readonly items: readonly { readonly userId: string; readonly subName: string; readonly status: number }[];
  };
}

/** Another program buys, and sends money to a sub-account. Returns the name of the sub-account. */
async function tradeAndTransfer(account: SecondClient): Promise<string> {
  const order = { clientOid: 'portfolio', symbol: 'BTC-USDT', side: 'buy', type: 'market', size: '0.01' };
  await post(account, '/api/v1/hf/orders', order);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the documented answer; a test fails loudly if it lies
  const users = (await read(account, '/api/v2/sub/user?currentPage=1&pageSize=100')) as SubUsers;
  const client = users.data.items.find(({ subName, status }) => subName.startsWith('client') && status === 2);
  if (client === undefined) throw new Error('there is no client');
  await post(account, '/api/v3/accounts/universal-transfer', {
    clientOid: crypto.randomUUID(),
    type: 'PARENT_TO_SUB',
    currency: 'USDT',
    amount: '250',
    fromAccountType: 'MAIN',
    toUserId: client.userId,
    toAccountType: 'MAIN',
  });
  return client.subName;
}

/** The sub-account has a line of its recorded values, and a change of an hour or the reason why it is unknown. */
async function expectTrend(page: Page, client: string): Promise<void> {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.getByRole('tab', { name: /^Oversight/ }).click();
  await page.getByLabel('Find an account').fill(client);
  const row = rowsOf(page, 'Sub-accounts').filter({ hasText: client }).first();
  await expect(row.getByRole('img', { name: / USDT$/ })).toBeVisible(patient);
  const hour = row.locator('td').nth(await columnOf(page, 'Sub-accounts', 'Δ 1 h'));
  // trade and margin wallets are read in turn, so those of the first snapshot may be unknown
  await expect(hour).toHaveText(/^([+−]?\d|– unknown\. The balances of this account are unknown)/);
}

test('the portfolio explains a trade and a transfer, and each part opens its rows by keyboard', async ({
  startFathom,
}) => {
  test.setTimeout(720_000);
  const fathom = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = fathom;
  await expectWholeBook(page);
  await openPortfolio(page);
  const portfolio = panel(page, 'Portfolio');
  const curve = portfolio.getByRole('slider', { name: 'Value over time in USDT' });
  await expect(curve).toBeVisible(patient);

  const client = await tradeAndTransfer(await trader(fathom));
  // the next snapshot is due by the clock of the exchange, an hour after the first one
  await setFault((await fathom.practice).control, { fault: 'clock-skew', ms: 61 * 60_000 });
  await portfolio.getByLabel('Account').selectOption('Master account');
  const out = portfolio.getByRole('button', { name: /^Out −250\.00/ });
  await expect(out).toBeVisible({ timeout: 240_000 });
  await expect(portfolio.getByRole('button', { name: /^Fees −\d/ })).toBeVisible(patient);
  await curve.focus();
  await page.keyboard.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '0');
  await expect(curve).toHaveAttribute('aria-valuetext', /[\d,.]+ USDT · /);

  await out.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Out: rows' });
  await expect(sheet.getByRole('button', { name: /^USDT −250\.00/ })).toBeVisible();
  await expect(rowsOf(page, 'Rows of Out').first()).toContainText('−250');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(out).toBeFocused();

  await takeGuidePicture(page, 'portfolio', portfolio);
  await page.getByRole('tab', { name: 'Archive', exact: true }).click();
  await expect(panel(page, 'Archive').getByRole('table').first()).toBeVisible();
  await takeGuidePicture(page, 'archive', panel(page, 'Archive'));
  await page.getByRole('tab', { name: /^Portfolio/ }).click();

  await portfolio.getByRole('tab', { name: 'By market' }).click();
  await expect(rowsOf(page, 'Results by market').first()).toBeVisible();
  for (const size of sizes) {
    await page.setViewportSize(size);
    // each shape of the window has its own tabs
    await page.getByRole('tab', { name: /^Portfolio/ }).click();
    await expect(curve).toBeVisible(patient);
    for (const theme of ['dark', 'light'] as const) {
      await checkIn(theme)(page, `portfolio ${size.width}`, portfolio);
      await keepPicture(page, 'portfolio', portfolio);
      await page.getByRole('button', { name: /^Theme/ }).click();
    }
    // a larger window has other panels beside it
    if (size.width < 2000) await expect.poll(() => findLayoutDefects(page)).toEqual([]);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Sub-accounts', exact: true }).click();
  await page.getByRole('tab', { name: /^Compare moments/ }).click();
  const moments = panel(page, 'Compare moments');
  await moments.getByRole('button', { name: '1 h' }).click();
  const holding = rowsOf(page, 'Accounts by coin at two moments').filter({ hasText: /Master account.*BTC/ });
  await holding.first().focus();
  await page.keyboard.press('Enter');
  await expect(moments.getByRole('region', { name: 'What explains Master account BTC' })).toBeVisible();
  await checkIn('dark')(page, 'compare moments', moments);
  await keepPicture(page, 'moments', moments);
  await takeGuidePicture(page, 'compare-moments', moments);
  await expectTrend(page, client);
});
