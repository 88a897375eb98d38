import type { FontSize, Theme } from '#shared/domain/view/view-settings.ts';
import { t } from '#shared/words/t.ts';

/** What the sheet offers, and the palette by name. */
export const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'dark', label: t`Dark` },
  { value: 'light', label: t`Light` },
  { value: 'system', label: t`System` },
  { value: 'contrast', label: t`High contrast` },
];

export const fontSizes: readonly { readonly value: FontSize; readonly label: string }[] = [
  { value: 'small', label: t`Small` },
  { value: 'medium', label: t`Medium` },
  { value: 'large', label: t`Large` },
];
