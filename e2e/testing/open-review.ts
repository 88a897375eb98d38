import type { Locator, Page } from 'playwright/test';
import { expect } from './expect.ts';

/** One press has so long to show the review. */
const pressMs = 3_000;

/**
 * Presses Ctrl+Enter until the review is there: a press before the facts are known does nothing, and a market that moves
 * may end a review. It never presses when the review is there, also when it came late: that press would send.
 */
export async function openReview(page: Page, review: Locator, timeout = 60_000): Promise<void> {
  await expect(async () => {
    if (!(await review.isVisible())) await page.keyboard.press('Control+Enter');
    await expect(review).toBeVisible({ timeout: pressMs });
  }).toPass({ timeout });
}

/**
 * The review that a click elsewhere asked of the ticket. A ticket that took longer than 3 s to load leaves the focus, and
 * the review, to the user.
 */
export async function reviewInTicket(ticket: Locator): Promise<Locator> {
  const review = ticket.getByRole('region', { name: 'Review' });
  await expect(ticket).toBeVisible({ timeout: 60_000 });
  await expect(async () => {
    if (!(await review.isVisible())) {
      await expect(review)
        .toBeVisible({ timeout: pressMs })
        .catch(() => ticket.getByRole('button', { name: /^Review/ }).click({ timeout: pressMs }));
    }
    await expect(review).toBeVisible({ timeout: pressMs });
  }).toPass({ timeout: 60_000 });
  return review;
}
