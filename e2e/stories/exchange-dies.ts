import type { Page } from 'playwright/test';
import { signal } from '../practice-pids.ts';
import { setFault } from '../second-client.ts';
import { expect, type FathomUnderTest, panel, rowsOf, rowsOfSize } from '../testing/fathom-fixture.ts';
import { byPalette, choose, expectReady, lastOf, patient, reviewTicket, ticketOf } from './hands.ts';
import { ladderCard, sendLadder } from './keyboard-hour.ts';

/**
 * The exchange is killed with a ladder open and an order in flight, and born again without them: the ladder is in no list any more, the order is not known, then found not to be
 * there, and sent once more by the user. Answers when the new exchange can have been born at the earliest.
 */
export async function exchangeDies(fathom: FathomUnderTest): Promise<number> {
  const { page, practice } = fathom;
  const { control } = await practice;
  await expectReady(page);
  const seeded = await rowsOf(page, 'Open orders').count();
  await sendLadder(page);
  await byPalette(page, 'Open orders');
  await expect(rowsOf(page, 'Open orders')).toHaveCount(seeded + 4, patient);
  await choose(page, 'USDC-USDT');
  await fill(page, '345');
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(page)).toContainText('open', patient);
  await page.keyboard.press('Escape');

  await fill(page, '346');
  // it is placed, and the answer is still to come when the exchange dies
  await setFault(control, {
    fault: 'rest',
    method: 'POST',
    path: '/api/v1/hf/orders',
    isExecuted: true,
    answer: { kind: 'hang' },
    count: 1,
  });
  await page.keyboard.press('Control+Enter');
  await expect(rowsOfSize(page, 'Open orders', '346')).toHaveCount(1, patient);
  const diedAtMs = Date.now();
  signal('SIGKILL');
  await expect(lastOf(page)).toContainText('unknown: checking', patient);

  for (const title of ['Order book', 'Positions', 'Open orders'])
    await expect(panel(page, title).getByText('live', { exact: true })).toBeVisible({ timeout: 90_000 });
  // what the old exchange had of this account and the new one has not is not shown any more
  await expect(rowsOf(page, 'Open orders')).toHaveCount(seeded, patient);
  await expect(lastOf(page)).toContainText('not placed', { timeout: 90_000 });
  await page.keyboard.press('Escape');
  await fill(page, '346');
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(page)).toContainText('open', patient);
  await expect(rowsOf(page, 'Open orders')).toHaveCount(seeded + 1, patient);
  await byPalette(page, 'Scaled orders');
  await expect(ladderCard(page).getByRole('status')).toHaveText('4 not listed of 4', patient);
  await expect(ladderCard(page)).toContainText('left 0');
  return diedAtMs;
}

/** An order two ticks below the best bid of a market that hardly moves, on its review. */
async function fill(page: Page, size: string): Promise<void> {
  await page.keyboard.press('b');
  await expect(ticketOf(page).getByLabel('Size', { exact: true })).toBeFocused(patient);
  await page.keyboard.type(size);
  await page.keyboard.press('Tab');
  await page.keyboard.type('b-2');
  await reviewTicket(page);
}
