import type { Page } from 'playwright/test';
import { expect } from './expect.ts';

const appearance = {
  en: { sheet: 'Appearance', field: 'Language' },
  de: { sheet: 'Darstellung', field: 'Sprache' },
} as const;
type Spoken = keyof typeof appearance;

/** Changes the language of the page from `from` to `to` through the palette. */
export async function speak(page: Page, from: Spoken, to: Spoken): Promise<void> {
  const { sheet, field } = appearance[from];
  await page.getByRole('button', { name: /^Ctrl K/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(sheet);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: sheet }).getByLabel(field).selectOption(to);
  await expect(page.locator(`html[lang="${to}"]`)).toBeAttached();
}
