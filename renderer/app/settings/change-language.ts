import type { Language } from '#shared/domain/view/view-settings.ts';
import type { Failure } from '#shared/errors.ts';
import { useUiStore } from '#state/ui-store.ts';
import { settingsOf } from './follow-view-settings.ts';
import { saveViewSettings } from './view-settings.ts';

/**
 * Keeps the language and loads the page anew in it: main serves the page that goes with it, and no screen is ever half in
 * one language and half in another. Answers why it could not be kept; then nothing has changed.
 */
export async function changeLanguage(
  language: Language,
  reload: () => void = () => location.reload(),
): Promise<Failure | null> {
  const before = useUiStore.getState();
  const failure = await saveViewSettings({ ...settingsOf(before), language });
  if (failure !== null) return failure;
  useUiStore.setState({ language });
  reload();
  return null;
}
