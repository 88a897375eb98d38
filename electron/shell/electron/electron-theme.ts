import { nativeTheme } from 'electron';
import type { Theme } from '#shared/domain/view/view-settings.ts';

/** Menus, dialogs and frames of the system follow the theme that is chosen on the page. Contrast is dark. */
export function setNativeTheme(theme: Theme): void {
  nativeTheme.themeSource = theme === 'contrast' ? 'dark' : theme;
}
