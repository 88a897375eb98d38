import type { FillSound } from '#shared/domain/view/view-settings.ts';
import { useUiStore } from '#state/ui-store.ts';
import { setFillSound } from '#state/view-choices.ts';
import { Menu } from '#ui/menu/menu.tsx';
import type { MenuItem } from '#ui/menu/menu-item.ts';
import { classLabels, type FillClass, fillClasses, loudness, playFillSound, soundOf } from './fill-sound.ts';
import { t } from '#shared/words/t.ts';

const soundWords: Readonly<Record<FillSound, string>> = { off: t`off`, soft: t`soft`, loud: t`loud` };

function choose(fillClass: FillClass, sound: FillSound): void {
  setFillSound(fillClass, sound);
  void playFillSound({ fillClass, moment: 'last', sound });
}

/** How loud a fill is, class by class: choosing lets it be heard. */
export function SoundButton() {
  const chosen = useUiStore(state => state.fillSounds);
  const itemOf = (fillClass: FillClass, sound: FillSound): MenuItem => ({
    id: `${fillClass} ${sound}`,
    label: `${classLabels[fillClass]}: ${soundWords[sound]}`,
    isChecked: soundOf(chosen, fillClass) === sound,
    onSelect: () => choose(fillClass, sound),
  });
  const groups = fillClasses.map(fillClass => loudness.map(sound => itemOf(fillClass, sound)));
  return (
    <Menu label={t`Sounds of fills`} groups={groups} className="sound-button">
      {t`Sounds`}
    </Menu>
  );
}
