import type { Locator, Page } from 'playwright/test';
import { expect, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { checkIn, type expectAccessible, expectReadable } from './testing/axe.ts';
import { setFault } from './second-client.ts';
import { keepPicture } from './testing/pictures.ts';

/** tabs that are one list each, and have rows from the start */
const lists = ['Open orders', 'Conditional orders', 'Fills', 'Order history', 'Assets'];
const tabs = [...lists, 'Scaled orders', 'Margin', 'Withdrawals'];
const themes = ['dark', 'light'] as const;
/** the other ready-made workspaces, and a table of each */
const workspaces = [
  ['Risk', 'Liquidation order'],
  ['Sub-accounts', 'Sub-accounts'],
  ['Overview', 'Endpoints of the exchange'],
] as const;

async function visitViews(page: Page, state: string): Promise<void> {
  for (const theme of themes) {
    const check = checkIn(theme);
    for (const tab of tabs) {
      await openTab(page, tab);
      await expect(page.getByRole('tab', { name: new RegExp(`^${tab}`) })).toHaveAttribute('aria-selected', 'true');
      const shown = page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) });
      // the window around the tabs is the same for all of them
      await check(page, `${tab}, ${theme}, ${state}`, tab === tabs[0] ? undefined : shown);
    }
    await page.getByRole('tab', { name: 'Depth' }).click();
    await check(page, `depth, ${theme}, ${state}`, page.getByRole('tabpanel', { name: /^Depth/ }));
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.getByRole('button', { name: /^Theme/ }).click();
  }
}

/** Sheets, each as it opens from the desk, and a picture of each. */
async function checkSheets(page: Page, theme: string, check: typeof expectAccessible): Promise<void> {
  const look = async (name: string, part: Locator): Promise<void> => {
    await check(page, name, part);
    await keepPicture(page, name.split(',')[0] ?? name);
  };
  await rowsOf(page, 'Futures positions').getByRole('button', { name: 'Add margin to XBTUSDTM' }).click();
  const sheet = page.getByRole('dialog', { name: /Add margin/ });
  const amount = sheet.getByLabel('Amount to add');
  await expect(amount).toBeFocused();
  await amount.fill('5');
  await look(`margin, ${theme}`, sheet);
  await amount.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Add 5 USDT' })).toBeVisible();
  await look(`margin review, ${theme}`, sheet);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add margin to XBTUSDTM' })).toBeFocused();

  await openTab(page, 'Open orders');
  await rowsOf(page, 'Open orders').first().focus();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(question).toBeVisible();
  await look(`cancel, ${theme}`, question);
  await page.keyboard.press('Escape');
  await expect(rowsOf(page, 'Open orders').first()).toBeFocused();

  await page.getByRole('button', { name: 'Open orders: move or close' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Open orders' })).toBeFocused();
  await look(`menu, ${theme}`, page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: 'Lock Fathom', selected: true })).toBeVisible();
  await look(`palette, ${theme}`, page.getByRole('dialog'));
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: /key …/ }).click();
  const profiles = page.getByRole('dialog', { name: 'Profiles' });
  await expect(profiles).toBeVisible();
  await look(`profiles, ${theme}`, profiles);
  await page.keyboard.press('Escape');
}

/** All views once more in high contrast: the same things in other colours. */
async function checkContrast(page: Page): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: /^Command/ }).fill('Appearance');
  await page.keyboard.press('Enter');
  const appearance = page.getByRole('dialog', { name: 'Appearance' });
  await appearance.getByLabel('Theme', { exact: true }).selectOption('contrast');
  await expectReadable(page, 'appearance', appearance);
  await page.keyboard.press('Escape');
  await expect(appearance).toHaveCount(0);
  for (const tab of tabs) {
    await openTab(page, tab);
    const shown = page.getByRole('tabpanel', { name: new RegExp(`^${tab}`) });
    await expectReadable(page, `${tab}, contrast`, tab === tabs[0] ? undefined : shown);
  }
  await checkSheets(page, 'contrast', expectReadable);
  await page.keyboard.press('b');
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  await ticket.getByLabel('Size', { exact: true }).fill('0.5');
  await expectReadable(page, 'ticket, contrast', ticket);
  await page.keyboard.press('Escape');
  for (const [workspace, table] of workspaces) {
    await page.getByRole('button', { name: workspace, exact: true }).click();
    await expect(rowsOf(page, table).first()).toBeVisible();
    await expectReadable(page, `${workspace}, contrast`);
  }
}

test('every view and sheet is readable, in both themes', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fathom');
  await visitViews(page, 'live');
  for (const theme of themes) {
    await checkSheets(page, theme, checkIn(theme));
    await page.getByRole('button', { name: /^Theme/ }).click();
  }
});

test('every view and sheet is readable in high contrast too', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  await checkContrast(page);
});

test('every view is readable during an outage too, in both themes', async ({ startFathom, expectedComplaints }) => {
  const { page, practice } = await startFathom();
  expectedComplaints.push('net::ERR');
  const { control } = await practice;
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  for (const tab of lists) {
    await openTab(page, tab);
    await expect(rowsOf(page, tab.replace('Fills', 'Recent fills')).first()).toBeVisible();
  }
  await setFault(control, { fault: 'refuse-upgrade', status: 503 });
  await setFault(control, { fault: 'close', isAbrupt: true });
  await setFault(control, { fault: 'rest', answer: { kind: 'error', status: 503 }, probability: 1 });
  await expect(panel(page, 'Order book').getByText('live', { exact: true })).toHaveCount(0);
  await expect(panel(page, 'Positions').getByText('live', { exact: true })).toHaveCount(0);
  await visitViews(page, 'outage');
});
