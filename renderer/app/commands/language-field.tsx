import type { Language } from '#shared/domain/view/view-settings.ts';
import { t } from '#shared/words/t.ts';
import { useUiStore } from '#state/ui-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Field } from '#ui/form/field.tsx';
import { Select } from '#ui/form/input.tsx';
import { changeLanguage } from '../settings/change-language.ts';

const languages: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'system', label: t`System` },
  // each in its own words: who cannot read the page must find it
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

async function choose(language: Language): Promise<void> {
  const failure = await changeLanguage(language);
  if (failure !== null) showToast('warning', t`The language was not changed: ${failure.message}`);
}

/** Of words, figures and dates. */
export function LanguageField() {
  const language = useUiStore(state => state.language);
  return (
    <Field label={t`Language`} hint={t`The page reloads. Unsent input is lost.`}>
      {control => <Select {...control} value={language} options={languages} onChange={value => void choose(value)} />}
    </Field>
  );
}
