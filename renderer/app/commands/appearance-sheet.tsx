import { useShallow } from 'zustand/shallow';
import type { Density, DirectionColours, FontSize, Theme } from '#shared/domain/view/view-settings.ts';
import { useCommandStore } from '#state/command-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Field } from '#ui/form/field.tsx';
import { Checkbox, Select } from '#ui/form/input.tsx';
import { Sheet } from '#ui/overlay/sheet.tsx';
import { SettingsFilePart } from './settings-file-part.tsx';

const close = () => useCommandStore.getState().show('none');
const change = useUiStore.setState;

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'As the system' },
  { value: 'contrast', label: 'High contrast' },
];
const densities: readonly { readonly value: Density; readonly label: string }[] = [
  { value: 'low', label: 'Low: tall rows' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High: more rows' },
];
const colours: readonly { readonly value: DirectionColours; readonly label: string }[] = [
  { value: 'green-red', label: 'Green and red' },
  { value: 'blue-orange', label: 'Blue and orange' },
];
const sizes: readonly { readonly value: FontSize; readonly label: string }[] = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
];
const zones: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'local', label: 'As this machine' },
  { value: 'UTC', label: 'UTC' },
  ...Intl.supportedValuesOf('timeZone')
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

/** How every panel looks, the book included. What is chosen shows at once behind the sheet. */
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
    <Sheet title="Appearance" onClose={close} actions={<Button onPress={() => change(asMade)}>Reset</Button>}>
      <Field label="Theme">
        {control => <Select {...control} value={theme} options={themes} onChange={value => change({ theme: value })} />}
      </Field>
      <Field label="Up and down" hint="Arrows and signs tell them apart as well.">
        {control => (
          <Select {...control} value={directions} options={colours} onChange={value => change({ directions: value })} />
        )}
      </Field>
      <Field label="Rows">
        {control => (
          <Select {...control} value={density} options={densities} onChange={value => change({ density: value })} />
        )}
      </Field>
      <Field label="Text">
        {control => (
          <Select {...control} value={fontSize} options={sizes} onChange={value => change({ fontSize: value })} />
        )}
      </Field>
      <Checkbox
        isChecked={isStill}
        onChange={value => change({ isStill: value })}
        hint="Figures change, but nothing fades or slides."
      >
        Reduce motion
      </Checkbox>
      <Field label="Times" hint="UTC is there on hover. Files of tables keep UTC and the time of this machine.">
        {control => (
          <Select {...control} value={timeZone} options={zones} onChange={value => change({ timeZone: value })} />
        )}
      </Field>
      <Checkbox isChecked={hasMilliseconds} onChange={value => change({ hasMilliseconds: value })}>
        Show milliseconds
      </Checkbox>
      <SettingsFilePart />
    </Sheet>
  );
}
