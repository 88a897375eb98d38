import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { expect, root, test } from './testing/fathom-fixture.ts';
import { setFault } from './second-client.ts';
import { clickLast } from './trusted-keys.ts';

const report = (page: Page) => page.getByRole('region', { name: 'Kill switch report' });
const state = (page: Page, scope: string) => report(page).locator(`tr[data-scope="${scope}"]`);
const spotScopes = ['spot-orders', 'spot-stops', 'cross-orders', 'isolated-orders', 'margin-stops'];

async function holdButton(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Cancel all \+ freeze \(\d+\+?\)/ }).hover();
  await page.mouse.down();
  await expect(report(page)).toBeVisible();
  await page.mouse.up();
}

const order = (clientOid: string) => ({
  clientOid,
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '90000',
  size: '0.001',
});

/** Resolves as soon as the words stand on the page. */
function willSay(page: Page, words: string): Promise<void> {
  return page.evaluate(
    wanted =>
      new Promise<void>(resolve => {
        new MutationObserver((_, observer) => {
          if (!document.body.textContent.includes(wanted)) return;
          observer.disconnect();
          resolve();
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    words,
  );
}

test('the kill switch with the futures venue down clears the others and reads them twice, names futures, and clears it when it is back', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page, practice } = fathom;
  const { control } = await practice;
  const profileId = await activeProfileId(page);
  const place = (clientOid: string) => askDesk(page, 'orders.place', { profileId, order: order(clientOid) });
  await expect.poll(() => place('before')).toMatchObject({ ok: true });
  await setFault(control, {
    fault: 'rest',
    answer: { kind: 'error', status: 503 },
    venue: 'futures',
    count: 1_000_000,
  });

  // let go early: nothing
  const button = page.getByRole('button', { name: /^Cancel all \+ freeze \(\d+\+?\)/ });
  await button.hover();
  const said = willSay(page, 'Release to abort');
  // reported by the page itself: on a slow machine repeated polling takes longer than the second after which it fires
  await page.mouse.down();
  await said;
  await page.mouse.up();
  await expect(page.getByText('Release to abort')).toHaveCount(0);
  expect(await askDesk(page, 'safeguards.read', { profileId })).toMatchObject({ value: { frozenSinceMs: null } });

  await holdButton(page);
  for (const scope of spotScopes) await expect(state(page, scope)).toHaveAttribute('data-state', 'clear');
  await expect(state(page, 'futures-orders')).toHaveAttribute('data-state', 'unreachable');
  await expect(report(page).getByRole('status')).toContainText('Not reached: futures orders');
  await expect(page.getByText(/^FROZEN since/)).toBeVisible();
  expect(await place('frozen')).toMatchObject({ ok: false, error: { kind: 'frozen' } });
  // the exchange's own word, past everything that is kept of it here
  const left = await askDesk(page, 'margin.orders', { profileId, symbol: 'BTC-USDT', tradeType: 'cross' });
  expect(left).toMatchObject({ ok: true, value: { items: [] } });

  await setFault(control, { fault: 'reset' });
  await expect(state(page, 'futures-orders')).toHaveAttribute('data-state', 'clear');
  await expect(report(page).getByRole('status')).toContainText('No order is open on any venue');
  await page.getByRole('tab', { name: /^Open/ }).click();
  await expect(page.getByRole('tab', { name: /^Open.*0/ })).toBeVisible();

  // frozen over a restart of the page, until the user types the profile's name in the trusted window
  await page.reload();
  await expect(page.getByText(/^FROZEN since/)).toBeVisible();
  await report(page).getByRole('button', { name: 'Close report' }).click();
  await page.getByRole('button', { name: 'Release…' }).click();
  const trusted = await fathom.nextTrustedPage();
  const typed = trusted.getByLabel(/^Type .* to confirm$/);
  const name =
    /^Type (.*) to confirm$/.exec((await trusted.locator('label[for="typed"]').textContent()) ?? '')?.[1] ?? '';
  await typed.fill(name);
  await clickLast(trusted.getByRole('button', { name: 'Release' }));
  await expect(page.getByText(/^FROZEN since/)).toHaveCount(0);
  await expect.poll(() => place('after')).toMatchObject({ ok: true });
  // the report of the run does not outlive the release
  await page.reload();
  await expect(page.getByRole('button', { name: /^Cancel all \+ freeze \(\d+\+?\)/ })).toBeVisible();
  await expect(report(page)).toHaveCount(0);
});

test('protective stops stay when the user chose so, and everything else is cancelled', async ({ startFathom }) => {
  const { page } = await startFathom();
  const profileId = await activeProfileId(page);
  const stop = { symbol: 'BTC-USDT', type: 'market', size: '0.001', stop: 'loss', stopPrice: '80000' } as const;
  const place = (side: 'buy' | 'sell') =>
    askDesk(page, 'stops.place', {
      profileId,
      order: { ...stop, side, clientOid: crypto.randomUUID() },
      confirmed: 'summary',
    });
  await expect.poll(() => place('sell')).toMatchObject({ ok: true });
  await expect.poll(() => place('buy')).toMatchObject({ ok: true });
  await page.getByRole('button', { name: 'Safety…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Safety' });
  await sheet.getByLabel('Keep protective stops').check();
  await sheet.getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('button', { name: /^Cancel, keep stops \+ freeze \(\d+\+?\)/ }).hover();
  await page.mouse.down();
  await expect(report(page)).toBeVisible();
  await page.mouse.up();
  await expect(report(page).getByRole('status')).toHaveText(/Only \d+ kept protective stops are still open/);
  await expect(state(page, 'spot-stops')).toContainText('protective stops open, checked twice');
  await page.getByRole('tab', { name: /^Open/ }).click();
  await expect(page.getByRole('tab', { name: /^Open.*0/ })).toBeVisible();
});

test('Ctrl+Shift+X, held, fires while something is typed in a sheet', async ({ startFathom }) => {
  const { page } = await startFathom();
  await page.getByRole('banner').getByRole('button', { name: /key …/ }).click();
  await page.getByRole('button', { name: 'Connect a profile…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Connect a profile' });
  await sheet.getByLabel('Name', { exact: true }).fill('half typed');
  await page.keyboard.down('Control');
  await page.keyboard.down('Shift');
  await page.keyboard.down('x');
  await expect(page.getByText('Release to abort')).toBeVisible();
  await expect(report(page)).toBeVisible();
  await page.keyboard.up('x');
  await expect(sheet.getByLabel('Name', { exact: true })).toHaveValue('half typed');
  await expect(report(page).getByRole('status')).toContainText('No order is open');
});

test('a page that hangs: the trusted window offers the kill switch, runs it and shows the result', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await expect(page.getByRole('button', { name: /^Cancel all \+ freeze \(\d+\+?\)/ })).toBeVisible();
  const hanging = page.evaluate(() => {
    const end = Date.now() + 25_000;
    while (Date.now() < end);
  });
  const question = await fathom.nextTrustedPage();
  await expect(question.getByRole('heading', { name: 'The window does not answer' })).toBeVisible();
  await clickLast(question.getByRole('button', { name: /^Cancel all \+ freeze/ }));
  const outcome = await fathom.nextTrustedPage();
  await expect(outcome.getByRole('heading', { name: 'No order is open' })).toBeVisible();
  await expect(outcome.getByText(/found, .* cancelled, none open/).first()).toBeVisible();
  await clickLast(outcome.getByRole('button', { name: 'I have read this' }));
  await hanging;
  // the page that answers again knows it
  await expect(page.getByText(/^FROZEN since/)).toBeVisible();
  await expect(report(page).getByRole('status')).toContainText('No order is open');
});

test('npm start -- --kill reaches a running Fathom, names a venue that is down at once, and reports when none runs', async ({
  startFathom,
  dataDir,
}) => {
  let stderr = '';
  const kill = () =>
    new Promise<number | null>(resolve => {
      stderr = '';
      const words = [join(root, 'scripts', 'start.mjs'), '--kill', '--data-dir', dataDir];
      const child = spawn('node', words, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString('utf8');
      });
      child.on('exit', resolve);
    });
  const fathom = await startFathom();
  const { control } = await fathom.practice;
  await expect(fathom.page.getByRole('button', { name: /^Cancel all \+ freeze \(\d+\+?\)/ })).toBeVisible();
  await setFault(control, {
    fault: 'rest',
    answer: { kind: 'error', status: 503 },
    venue: 'futures',
    count: 1_000_000,
  });
  const status = kill();
  await expect.poll(() => stderr).toMatch(/^spot orders: \d+ found, \d+ cancelled, none open$/m);
  await expect.poll(() => stderr).toMatch(/^futures orders: NOT REACHED/m);
  expect(stderr).not.toContain('No order is open');
  await setFault(control, { fault: 'reset' });
  expect(await status).toBe(0);
  expect(stderr).toMatch(/^futures orders: \d+ found, \d+ cancelled, none open$/m);
  expect(stderr).toContain('No order is open. The profile is frozen.');
  await expect(fathom.page.getByText(/^FROZEN since/)).toBeVisible();
  await fathom.close();
  expect(await kill()).toBe(1);
  expect(stderr).toContain('No Fathom runs on');
});
