import { useShallow } from 'zustand/shallow';
import type { Density, DirectionColours } from '#shared/domain/view/view-settings.ts';
import { zoneName, zoneNames } from '#lib/moments/zone-names.ts';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Select } from '#ui/form/input.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { SettingsFilePart } from './settings-file-part.tsx';
import { t } from '#shared/words/t.ts';
import { fontSizes, themes } from './appearance-choices.ts';
import { LanguageField } from './language-field.tsx';

const close = () => useCommandStore.getState().show('none');
const change = useUiStore.setState;

const densities: readonly { readonly value: Density; readonly label: string }[] = [
  { value: 'low', label: t`Low` },
  { value: 'medium', label: t`Medium` },
  { value: 'high', label: t`High` },
];
const colours: readonly { readonly value: DirectionColours; readonly label: string }[] = [
  { value: 'green-red', label: t`Green and red` },
  { value: 'blue-orange', label: t`Blue and orange` },
];
const zones: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'local', label: t`System time zone` },
  { value: 'UTC', label: t`UTC` },
  ...zoneNames()
    .filter(zone => zone !== 'UTC')
    .map(zone => ({ value: zone, label: zone })),
];
const asMade = {
  theme: 'dark',
  density: 'medium',
  directions: 'green-red',
  fontSize: 'medium',
  isStill: false,
  timeZone: 'local',
  hasMilliseconds: false,
} as const;

/** The appearance of all panels, including the book. A choice is visible at once behind the sheet. */
export function AppearanceSheet() {
  const { theme, density, directions, fontSize, isStill, timeZone, hasMilliseconds } = useUiStore(
    useShallow(state => ({
      theme: state.theme,
      density: state.density,
      directions: state.directions,
      fontSize: state.fontSize,
      isStill: state.isStill,
      timeZone: state.timeZone,
      hasMilliseconds: state.hasMilliseconds,
    })),
  );
  return (
    <Sheet title={t`Appearance`} onClose={close} actions={<Button onPress={() => change(asMade)}>{t`Reset`}</Button>}>
      <LanguageField />
      <Field label={t`Theme`}>
        {control => <Select {...control} value={theme} options={themes} onChange={value => change({ theme: value })} />}
      </Field>
      <Field label={t`Colours for up and down`} hint={t`Arrows and signs show the direction as well.`}>
        {control => (
          <Select {...control} value={directions} options={colours} onChange={value => change({ directions: value })} />
        )}
      </Field>
      <Field label={t`Row density`}>
        {control => (
          <Select {...control} value={density} options={densities} onChange={value => change({ density: value })} />
        )}
      </Field>
      <Field label={t`Text size`}>
        {control => (
          <Select {...control} value={fontSize} options={fontSizes} onChange={value => change({ fontSize: value })} />
        )}
      </Field>
      <Checkbox
        isChecked={isStill}
        onChange={value => change({ isStill: value })}
        hint={t`Values update without animation.`}
      >{t`Reduce motion`}</Checkbox>
      <Field label={t`Times`} hint={t`UTC is shown on hover. Exported tables contain UTC and local time.`}>
        {control => (
          <Select
            {...control}
            value={zoneName(timeZone)}
            options={zones}
            onChange={value => change({ timeZone: value })}
          />
        )}
      </Field>
      <Checkbox
        isChecked={hasMilliseconds}
        onChange={value => change({ hasMilliseconds: value })}
      >{t`Show milliseconds`}</Checkbox>
      <SettingsFilePart />
    </Sheet>
  );
}
