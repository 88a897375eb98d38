import type { Locator, Page } from 'playwright/test';

/** A key that closes the window: it may be gone before the key is up. */
export async function pressLast(page: Page, key: 'Escape' | 'Enter'): Promise<void> {
  await page.keyboard.press(key).catch(unlessClosed);
}

/** A press that closes the window: it may be gone before the click has been told of. */
export async function clickLast(button: Locator): Promise<void> {
  await button.click().catch(unlessClosed);
}

function unlessClosed(cause: unknown): void {
  if (!String(cause).includes('has been closed')) throw cause;
}

/** Types what the trusted window wants typed, and agrees. */
export async function typeBack(trusted: Page, text: string): Promise<void> {
  await trusted.getByLabel(`Type ${text} to go on`).fill(text);
  await trusted.getByText('It takes an answer now.').waitFor();
  await pressLast(trusted, 'Enter');
}
