import type { Position } from '#shared/domain/market/futures.ts';
import type { MenuGroups } from '#ui/menu/menu-item.ts';
import { positionObjection } from './margin/margin-form.ts';
import { t } from '#shared/words/t.ts';

interface PositionMenuOptions {
  /** why nothing may be sent now, or null */
  readonly objection: string | null;
  /** opens the exit that this letter stands for */
  readonly onLetter: (position: Position, letter: string) => void;
  readonly onMargin: (position: Position, way: 'add' | 'take') => void;
  readonly onAbout: (position: Position) => void;
}

/** The menu of a position: what its buttons and the letters on its row do. */
export function positionMenu(position: Position, options: PositionMenuOptions): MenuGroups {
  const { objection, onLetter, onMargin, onAbout } = options;
  const exit = (letter: string, label: string) => ({
    id: `exit ${letter}`,
    label,
    keyText: letter.toUpperCase(),
    disabledReason: objection,
    onSelect: () => onLetter(position, letter),
  });
  const margin = (way: 'add' | 'take', label: string) => ({
    id: `margin ${way}`,
    label,
    disabledReason: objection ?? positionObjection(position),
    onSelect: () => onMargin(position, way),
  });
  return [
    [{ id: 'about', label: t`About its contract`, keyText: 'I', onSelect: () => onAbout(position) }],
    [margin('add', t`Add margin…`), margin('take', t`Take margin out…`)],
    [
      exit('r', t`Reduce…`),
      exit('c', t`Close…`),
      exit('l', t`Stop loss…`),
      exit('t', t`Take profit…`),
      exit('v', t`Reverse…`),
    ],
  ];
}
