import { useState } from 'react';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { FileButton } from '#ui/form/file-button.tsx';
import { saveFile } from '../settings/save-file.ts';
import { readSettings, settingsText } from '../settings/settings-file.ts';
import { t } from '#shared/words/t.ts';

/** The settings as a file, and from one. */
export function SettingsFilePart() {
  const [outcome, setOutcome] = useState('');
  const write = async () => {
    const saved = await saveFile('settings', 'json', settingsText(useUiStore.getState()));
    setOutcome('file' in saved ? t`Written to ${saved.file}` : saved.error);
  };
  const read = (text: string, name: string) => {
    const found = readSettings(text);
    if ('settings' in found) useUiStore.setState(found.settings);
    setOutcome('settings' in found ? t`Imported from ${name}.` : found.error);
  };
  return (
    <fieldset className="settings-file">
      <legend className="field-label">{t`Settings file`}</legend>
      <p className="field-note">{t`Contains appearance, time format, shortcuts, size presets and templates. Contains no account data, no key and no PIN.`}</p>
      <p className="settings-file-buttons">
        <Button onPress={write}>{t`Export to file`}</Button>
        <FileButton label={t`Settings file`} onText={read}>{t`Import from file…`}</FileButton>
      </p>
      <p role="status" className="field-note selectable">
        {outcome}
      </p>
    </fieldset>
  );
}
