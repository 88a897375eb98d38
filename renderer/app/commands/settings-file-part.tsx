import { type ChangeEvent, useRef, useState } from 'react';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { saveFile } from '../settings/save-file.ts';
import { readSettings, settingsText } from '../settings/settings-file.ts';
import { t } from '#shared/words/t.ts';

/** The settings as a file, and from one. */
export function SettingsFilePart() {
  const [outcome, setOutcome] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const write = async () => {
    const saved = await saveFile('settings', 'json', settingsText(useUiStore.getState()));
    setOutcome('file' in saved ? t`Written to ${saved.file}` : saved.objection);
  };
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const [file] = Array.from(target.files ?? []);
    if (file === undefined) return;
    const found = readSettings(await file.text());
    if ('settings' in found) useUiStore.setState(found.settings);
    setOutcome('settings' in found ? t`Taken from ${file.name}.` : found.objection);
    // the same file again is a choice too
    target.value = '';
  };
  return (
    <fieldset className="settings-file">
      <legend className="field-label">{t`Settings as a file`}</legend>
      <p className="field-note">{t`Appearance, times, shortcuts, sizes and ladders of your own. Nothing of an account, no key and no PIN.`}</p>
      <p className="settings-file-buttons">
        <Button onPress={write}>{t`Write a file`}</Button>
        <Button onPress={() => input.current?.click()}>{t`Read a file…`}</Button>
      </p>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t`File of settings`}
        className="visually-hidden"
        tabIndex={-1}
        onChange={event => void read(event)}
      />
      <p role="status" className="field-note selectable">
        {outcome}
      </p>
    </fieldset>
  );
}
