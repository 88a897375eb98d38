import { useUiStore } from '#state/ui-store.ts';
import { setFillSound } from '#state/view-choices.ts';
import { Button } from '#ui/form/button.tsx';
import { playFillSound } from './fill-sound.ts';
import { t } from '#shared/words/t.ts';

const next = { off: 'soft', soft: 'loud', loud: 'off' } as const;
const soundWords = { off: t`off`, soft: t`soft`, loud: t`loud` } as const;

/** How loud a fill is: pressing lets it be heard. */
export function SoundButton() {
  const sound = useUiStore(state => state.fillSound);
  const press = () => {
    setFillSound(next[sound]);
    void playFillSound('last', next[sound]);
  };
  return (
    <Button
      variant="quiet"
      size="small"
      label={t`Sound ${soundWords[sound]} when something is filled. Press for ${soundWords[next[sound]]}.`}
      onPress={press}
    >
      {t`Sound ${soundWords[sound]}`}
    </Button>
  );
}
