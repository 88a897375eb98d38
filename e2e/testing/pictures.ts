import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { root } from './fathom-fixture.ts';

const folder = join(root, 'test-results', 'pictures');

/** Stores a screenshot of a view for a person: `risk-1440-dark.png`. Each run begins with none. */
export async function keepPicture(page: Page, view: string, of?: Locator): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const theme = await page.evaluate(async () => {
    // what is drawn on a canvas follows a change of theme or size in the next frame
    await new Promise(resolve => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    return document.documentElement.dataset['theme'] ?? 'none';
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${view}-${width}-${theme}.png`), await takePicture(page, of));
}

/** Asked of Chromium itself: it packs the same pixels loosely, which takes half of the processor's time for each. */
async function takePicture(page: Page, of: Locator | undefined): Promise<Buffer> {
  const box = of === undefined ? null : await of.boundingBox();
  if (of !== undefined && box === null) throw new Error(`there is no picture of what is not shown: ${String(of)}`);
  const session = await page.context().newCDPSession(page);
  try {
    const { data } = await session.send('Page.captureScreenshot', {
      optimizeForSpeed: true,
      ...(box === null ? {} : { clip: { ...box, scale: 1 } }),
    });
    return Buffer.from(data, 'base64');
  } finally {
    await session.detach();
  }
}

/** The same in the dark and in the light theme; the theme is as before afterwards. */
export async function keepBothPictures(page: Page, view: string, of?: Locator): Promise<void> {
  for (const _ of ['dark', 'light']) {
    await keepPicture(page, view, of);
    await page.getByRole('button', { name: /^Theme/ }).click();
  }
}

/**
 * Takes a picture of docs/guide. With FATHOM_SCREENSHOTS=1 it replaces the one there; else it is only taken, so that a
 * view that no longer exists fails the story.
 */
export async function takeGuidePicture(page: Page, name: string, of?: Locator): Promise<void> {
  const target = process.env['FATHOM_SCREENSHOTS'] === '1' ? join(root, 'docs', 'guide', 'pictures') : folder;
  mkdirSync(target, { recursive: true });
  const path = join(target, `${name}.png`);
  // packed tightly, because it is kept in the repository
  await (of ?? page).screenshot({ path, animations: 'disabled', scale: 'css' });
}
