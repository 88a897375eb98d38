import type { Page } from 'playwright/test';
import { setFault } from '../second-client.ts';
import { expect, type FathomUnderTest } from '../testing/fathom-fixture.ts';
import { clickLast, typeBack } from '../trusted-keys.ts';
import { expectReady, patient } from './hands.ts';
import type { FaultPlan } from './fault-plan.ts';

const report = (page: Page) => page.getByRole('region', { name: 'Kill switch report' });

/** The page blocked without end, as by an endless script, until it is released. */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const opened = page.waitForEvent('dialog');
  const blocked = page.evaluate(() => {
    // oxlint-disable-next-line no-alert -- nothing else holds a page and lets it go again
    alert('held');
  });
  const dialog = await opened;
  return async () => {
    await dialog.dismiss();
    await blocked;
  };
}

/** The window takes an answer once it has been read for a moment. */
async function readIt(trusted: Page): Promise<void> {
  const button = trusted.getByRole('button', { name: 'I have read this' });
  await clickLast(button);
}

/**
 * The futures venue is down and the page does not answer: the trusted window cancels, names what it cannot reach, and
 * continues until nothing is left.
 */
export async function panic(fathom: FathomUnderTest, faults: FaultPlan): Promise<void> {
  const { page, practice } = fathom;
  const { control } = await practice;
  await expectReady(page);
  const isDown = { fault: 'rest', answer: { kind: 'error', status: 503 }, venue: 'futures', count: 1_000_000 };
  await setFault(control, isDown);
  await faults.apply(fathom);
  const letGo = await freeze(page);
  const question = await fathom.nextTrustedPage();
  await expect(question.getByRole('heading', { name: 'The window does not answer' })).toBeVisible(patient);
  await clickLast(question.getByRole('button', { name: /^Cancel all \+ freeze/ }));
  const named = await fathom.nextTrustedPage();
  await expect(named.getByRole('heading', { name: 'Not all orders are cancelled yet' })).toBeVisible(patient);
  await expect(named.getByText(/^NOT REACHED/)).toHaveCount(2);
  await expect(named.getByText(/found, \d+ cancelled, none open/)).toHaveCount(5);
  await readIt(named);
  await letGo();
  await expect(page.getByText(/^FROZEN since/)).toBeVisible(patient);
  await expect(report(page).getByRole('status')).toContainText('Not reached: futures orders, futures stops', patient);
  await setFault(control, { fault: 'reset' });
  await expect(report(page).getByRole('status')).toContainText('No order is open on any venue', patient);
  const outcome = await fathom.nextTrustedPage();
  await expect(outcome.getByRole('heading', { name: 'No order is open' })).toBeVisible(patient);
  await readIt(outcome);
  await report(page).getByRole('button', { name: 'Close report' }).click();
  await page.getByRole('button', { name: 'Release…' }).click();
  await typeBack(await fathom.nextTrustedPage(), 'Practice');
  await expect(page.getByText(/^FROZEN since/)).toHaveCount(0);
}
