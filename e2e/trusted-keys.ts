import type { Locator, Page } from 'playwright/test';

/** Waits until the guard of the trusted window is open: before that it discards all input. */
export async function untilReady(trusted: Page): Promise<Page> {
  await trusted.getByText('Ready for your input.').waitFor();
  return trusted;
}

/** A key that closes the window: it may be gone before the key is up. */
export async function pressLast(page: Page, key: 'Escape' | 'Enter'): Promise<void> {
  await page.keyboard.press(key).catch(unlessClosed);
}

/** A press that closes the window: it may be closed before the click is reported. */
export async function clickLast(button: Locator): Promise<void> {
  await button.click().catch(unlessClosed);
}

function unlessClosed(cause: unknown): void {
  if (!String(cause).includes('has been closed')) throw cause;
}

/** Types what the trusted window wants typed, and agrees. */
export async function typeBack(trusted: Page, text: string): Promise<void> {
  await trusted.getByLabel(`Type ${text} to confirm`).fill(text);
  await pressLast(trusted, 'Enter');
}
