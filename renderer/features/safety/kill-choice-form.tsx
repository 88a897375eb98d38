import { useUiStore } from '#state/ui-store.ts';
import { Checkbox } from '#ui/form/input.tsx';
import { t } from '#shared/words/t.ts';

/** What the kill switch of this window cancels, and what it may keep. */
export function KillChoiceForm() {
  const isKeepingStops = useUiStore(state => state.isKeepingStops);
  return (
    <fieldset className="safety-part">
      <legend>{t`Kill switch`}</legend>
      <p>{t`Cancels open and conditional orders on every venue and freezes the profile. Protective stops are spot stops that sell and futures stops that reduce or close. Margin stops are always cancelled: the exchange does not report whether they reduce.`}</p>
      <Checkbox
        isChecked={isKeepingStops}
        onChange={next => useUiStore.setState({ isKeepingStops: next })}
      >{t`Keep protective stops`}</Checkbox>
      <p role="status" className="safety-state">
        {isKeepingStops
          ? t`Keeps protective stops, until this window is closed. --kill and the trusted window cancel them too.`
          : t`Cancels protective stops too.`}
      </p>
    </fieldset>
  );
}
