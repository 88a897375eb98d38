import type { Position } from '#shared/domain/market/futures.ts';
import type { MenuGroups } from '#ui/menu/menu-item.ts';
import { positionError } from './margin/margin-form.ts';
import { t } from '#shared/words/t.ts';

interface PositionMenuOptions {
  /** why nothing may be sent now, or null */
  readonly validationError: string | null;
  /** opens the exit of this letter */
  readonly onLetter: (position: Position, letter: string) => void;
  readonly onMargin: (position: Position, way: 'add' | 'take') => void;
  readonly onAbout: (position: Position) => void;
}

/** The menu of a position: what its buttons and the letters on its row do. */
export function positionMenu(position: Position, options: PositionMenuOptions): MenuGroups {
  const { validationError, onLetter, onMargin, onAbout } = options;
  const exit = (letter: string, label: string) => ({
    id: `exit ${letter}`,
    label,
    keyText: letter.toUpperCase(),
    disabledReason: validationError,
    onSelect: () => onLetter(position, letter),
  });
  const margin = (way: 'add' | 'take', label: string) => ({
    id: `margin ${way}`,
    label,
    disabledReason: validationError ?? positionError(position),
    onSelect: () => onMargin(position, way),
  });
  return [
    [{ id: 'about', label: t`Contract details`, keyText: 'I', onSelect: () => onAbout(position) }],
    [margin('add', t`Add margin…`), margin('take', t`Remove margin…`)],
    [
      exit('r', t`Reduce…`),
      exit('c', t`Close…`),
      exit('l', t`Stop loss…`),
      exit('t', t`Take profit…`),
      exit('v', t`Reverse…`),
    ],
  ];
}
