import type { Page } from 'playwright/test';
import { activeProfileId, askDesk, hearList } from './desk-calls.ts';
import { expectReady } from './stories/hands.ts';
import { expect, type FathomUnderTest, openTab, rowsOf, test } from './testing/fathom-fixture.ts';
import { expectAccessible } from './testing/axe.ts';
import { keepPicture } from './testing/pictures.ts';

/** The amounts in a row that main publishes. */
const moneyKeys = /"(?:total|available|held|liability|principal|positionMargin|markValue|value)":"([^"]+)"/g;
/** Fewer digits may stand anywhere by chance. */
const leastDigits = 6;

function digitsOf(text: string): number {
  return text.replaceAll(/\D/g, '').replace(/^0+/, '').length;
}

/** How an own amount may be written: as it is, and rounded to cents. */
function waysToWrite(amounts: Iterable<string>): readonly string[] {
  const all = [...amounts].flatMap(amount => [amount.replace(/\.?0+$/, ''), Number(amount).toFixed(2)]);
  return [...new Set(all)].filter(text => text.includes('.') && digitsOf(text) >= leastDigits);
}

async function ownAmounts(page: Page, profileId: string): Promise<readonly string[]> {
  const lists = [];
  for (const list of ['balances', 'positions', 'margin.accounts']) lists.push(await hearList(page, profileId, list));
  lists.push(JSON.stringify(await askDesk(page, 'accounts.subHoldings', { profileId })));
  return waysToWrite([...lists.join('').matchAll(moneyKeys)].map(([, amount]) => amount ?? ''));
}

/** All that the page says to eyes, pointers and screen readers, without what groups digits. */
async function everyWord(page: Page): Promise<string> {
  const text = await page.evaluate(() => {
    const said = [...document.querySelectorAll('[title], [aria-label]')].flatMap(each => [
      each.getAttribute('title') ?? '',
      each.getAttribute('aria-label') ?? '',
    ]);
    return [document.body.textContent ?? '', ...said].join(' | ');
  });
  return text.replaceAll(/[,\u2009]/g, '');
}

/** The content of each workspace when its figures are loaded. */
const workspaces = [
  ['Trading', 'Futures positions'],
  ['Risk', 'Positions and margin accounts by risk'],
  ['Sub-accounts', 'Sub-accounts'],
] as const;

async function goTo(page: Page, name: (typeof workspaces)[number][0]): Promise<void> {
  const at = workspaces.findIndex(([title]) => title === name);
  await page.keyboard.press(`Alt+${at + 1}`);
  await expect(rowsOf(page, workspaces[at]?.[1] ?? '').first()).toBeVisible();
}

/** Own amounts that can be read somewhere in a workspace. */
async function foundIn(page: Page, amounts: readonly string[]): Promise<string[]> {
  const words = await everyWord(page);
  return amounts.filter(amount => words.includes(amount));
}

async function hideFigures(page: Page, amounts: readonly string[]): Promise<void> {
  await openTab(page, 'Assets');
  await expect.poll(() => foundIn(page, amounts)).not.toEqual([]);
  await page.keyboard.press('Control+Shift+H');
  await expect(page.getByRole('button', { name: /Own amounts are hidden/ })).toBeVisible();
  await expect(rowsOf(page, 'Assets').first()).toContainText('•••');
  await expect(rowsOf(page, 'Futures positions').first()).toContainText('%');
  await page.keyboard.press('Control+Shift+H');
  await expect(page.getByRole('button', { name: /All own values are hidden/ })).toBeVisible();
  for (const [name] of workspaces.toReversed()) {
    await goTo(page, name);
    expect(await foundIn(page, amounts), name).toEqual([]);
  }
  await openTab(page, 'Assets');
  await expect(rowsOf(page, 'Assets').first()).toContainText('•••');
  await page.keyboard.down('Alt');
  await expect.poll(() => foundIn(page, amounts)).not.toEqual([]);
  await page.keyboard.up('Alt');
  await expect.poll(() => foundIn(page, amounts)).toEqual([]);
}

async function typePin(fathom: FathomUnderTest, fields: Readonly<Record<string, string>>): Promise<Page> {
  const trusted = await fathom.nextTrustedPage();
  for (const [label, text] of Object.entries(fields)) await trusted.getByLabel(label, { exact: true }).fill(text);
  await trusted.keyboard.press('Enter').catch((cause: unknown) => {
    if (!String(cause).includes('has been closed')) throw cause;
  });
  return trusted;
}

test('figures are hidden everywhere, and a locked Fathom shows and sends nothing but cancels until the PIN is typed', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await expectReady(page);
  const profileId = await activeProfileId(page);
  const amounts = await ownAmounts(page, profileId);
  expect(amounts.length).toBeGreaterThan(20);
  await hideFigures(page, amounts);
  await keepPicture(page, 'privacy');

  await page.keyboard.press('Control+L');
  await expect(page.getByRole('dialog', { name: 'Privacy and lock' })).toContainText('No PIN is set');
  await expectAccessible(page, 'lock settings');
  await page.keyboard.press('Escape');
  // the machine of a test has no keychain
  const setting = askDesk(page, 'lock.setPin', { home: 'session' });
  await typePin(fathom, { 'New PIN': '140892', 'Repeat new PIN': '140892' });
  expect(await setting).toMatchObject({ ok: true, value: { pinHome: 'session' } });

  await page.keyboard.press('Control+L');
  await expect(page.getByRole('heading', { name: 'Fathom is locked' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await expectAccessible(page, 'locked');
  await keepPicture(page, 'locked');
  const order = { clientOid: 'locked', symbol: 'BTC-USDT', side: 'buy', type: 'limit', price: '90000', size: '0.001' };
  const hostile = [
    ['orders.place', { profileId, order, confirmed: 'summary' }],
    ['watch.set', { profileId, watches: [{ kind: 'account', list: 'balances', pace: 'panel' }], isRepeat: false }],
    ['accounts.subHoldings', { profileId }],
    ['lock.change', { idleMin: null, isLockedAtStart: false }],
    ['killSwitch.release', { profileId }],
  ] as const;
  for (const [name, input] of hostile)
    expect(await askDesk(page, name, input), name).toMatchObject({ ok: false, error: { kind: 'locked' } });

  // cancelling is safety
  const kill = page.getByRole('button', { name: 'Cancel all + freeze' });
  await kill.focus();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('region', { name: 'Kill switch report' })).toContainText(
    'Every venue is clear. Numbers are hidden while Fathom is locked.',
  );
  await page.keyboard.up('Enter');

  await page.getByRole('button', { name: 'Unlock…' }).click();
  const trusted = await typePin(fathom, { PIN: '140893' });
  await expect(trusted.getByText('This is not the PIN.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fathom is locked' })).toBeVisible();
  await trusted.getByLabel('PIN', { exact: true }).fill('140892');
  await trusted.keyboard.press('Enter').catch(() => undefined);
  await expect(rowsOf(page, 'Futures positions').first()).toContainText('•••');
  await expect(page.getByText('FROZEN since')).toBeVisible();
});
