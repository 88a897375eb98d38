import type { Language } from '#shared/domain/view/view-settings.ts';
import type { Failure } from '#shared/errors.ts';
import { useUiStore } from '#state/ui-store.ts';
import { settingsOf } from './follow-view-settings.ts';
import { saveViewSettings } from './view-settings.ts';

/**
 * Stores the language and reloads the page in it: main serves the page of that language, and no screen is ever in two
 * languages. Returns why it could not be stored; then nothing has changed.
 */
export async function changeLanguage(
  language: Language,
  reload: () => void = () => location.reload(),
): Promise<Failure | null> {
  const { language: before } = useUiStore.getState();
  // in the store first: what is about to be kept there anyway must not bring the old one back
  useUiStore.setState({ language });
  const failure = await saveViewSettings(settingsOf(useUiStore.getState()));
  if (failure === null) reload();
  else useUiStore.setState({ language: before });
  return failure;
}
