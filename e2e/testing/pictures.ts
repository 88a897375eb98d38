import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { root } from './fathom-fixture.ts';

const folder = join(root, 'test-results', 'pictures');

/** Keeps how a view looks, to be looked at by a person: `risk-1440-dark.png`. Each run begins with none. */
export async function keepPicture(page: Page, view: string, of?: Locator): Promise<void> {
  const width = page.viewportSize()?.width ?? 0;
  const theme = await page.evaluate(async () => {
    // what is drawn on a canvas follows a change of theme or size in the next frame
    await new Promise(resolve => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
    return document.documentElement.dataset['theme'] ?? 'none';
  });
  await (of ?? page).screenshot({ path: join(folder, `${view}-${width}-${theme}.png`) });
}

/** The same in the dark and in the light theme; the theme is as before afterwards. */
export async function keepBothPictures(page: Page, view: string, of?: Locator): Promise<void> {
  for (const _ of ['dark', 'light']) {
    await keepPicture(page, view, of);
    await page.getByRole('button', { name: /^Theme/ }).click();
  }
}
