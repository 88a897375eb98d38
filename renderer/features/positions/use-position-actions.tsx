import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { Position } from '#shared/domain/market/futures.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { useActionError } from '#ui/panel/use-freshness.ts';
import type { MenuGroups } from '#ui/menu/menu-item.ts';
import { useExits } from './exit/use-exits.tsx';
import { useRowButtons } from './position-buttons.tsx';
import { positionMenu } from './position-menu.ts';
import { positionNow } from './position-now.ts';
import { t } from '#shared/words/t.ts';

// it is not needed to see the positions, so it loads on demand
const MarginSheet = lazy(async () => ({ default: (await import('./margin/margin-sheet.tsx')).MarginSheet }));

const WithdrawSheet = lazy(async () => ({ default: (await import('./withdraw/withdraw-sheet.tsx')).WithdrawSheet }));

/** Which position's margin is moved, and which way. */
interface Asked {
  /** as it was when it was asked for */
  readonly position: Position;
  readonly way: 'add' | 'take';
}

export interface PositionActions {
  /** for the table that lists positions */
  readonly buttons: ReturnType<typeof useRowButtons>;
  /** of the menu of a row */
  readonly menu: (position: Position) => MenuGroups;
  readonly onLetter: (position: Position, letter: string) => boolean;
  /** opens the card of its contract */
  readonly onAbout: (position: Position) => void;
  /** the sheet that is open, if any; it stays when its position is closed */
  readonly sheets: ReactNode;
}

/** The actions of a position from its row, in any table. */
export function usePositionActions(profile: Profile): PositionActions {
  const read = useAccountList(profile.id, 'positions');
  const validationError = useActionError(profile, read);
  const { onLetter, sheet } = useExits(profile, validationError);
  const [asked, setAsked] = useState<Asked | null>(null);
  const showCard = useUiStore(state => state.showCard);
  const onAbout = useCallback(({ symbol }: Position) => showCard({ kind: 'contract', symbol }), [showCard]);
  const now = positionNow(
    read,
    row => asked !== null && row.id === asked.position.id && isSamePosition(row, asked.position),
  );
  const onAdd = useCallback((position: Position) => setAsked({ position, way: 'add' }), []);
  const buttons = useRowButtons({ validationError, onLetter, onAdd, onAbout });
  const menu = useCallback(
    (position: Position) =>
      positionMenu(position, {
        validationError,
        onLetter,
        onMargin: (of, way) => setAsked({ position: of, way }),
        onAbout,
      }),
    [validationError, onLetter, onAbout],
  );
  return {
    onLetter,
    onAbout,
    buttons,
    menu,
    sheets: (
      <>
        {asked === null ? null : (
          <MoveMargin
            profile={profile}
            position={now ?? asked.position}
            isClosed={now === null}
            asked={asked}
            onAsk={setAsked}
          />
        )}
        {sheet}
      </>
    ),
  };
}

interface MoveMarginProps {
  readonly profile: Profile;
  readonly position: Position;
  readonly isClosed: boolean;
  readonly asked: Asked;
  readonly onAsk: (asked: Asked | null) => void;
}

/** Adding and taking out are two sheets, each leading to the other while nothing has been sent. */
function MoveMargin({ profile, position, isClosed, asked, onAsk }: MoveMarginProps) {
  const isAdding = asked.way === 'add';
  const aside = (
    <Button variant="quiet" onPress={() => onAsk({ ...asked, way: isAdding ? 'take' : 'add' })}>
      {isAdding ? t`Remove margin instead` : t`Add margin instead`}
    </Button>
  );
  const props = { profile, position, isClosed, aside, onClose: () => onAsk(null) };
  return <Suspense fallback={null}>{isAdding ? <MarginSheet {...props} /> : <WithdrawSheet {...props} />}</Suspense>;
}
