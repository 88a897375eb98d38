import { useMemo } from 'react';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionName } from '#shared/domain/market/position-key.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Button } from '#ui/form/button.tsx';
import { positionObjection } from './margin/margin-form.ts';
import { t } from '#shared/words/t.ts';

interface RowButtonsOptions {
  readonly objection: string | null;
  readonly onLetter: (position: Position, letter: string) => void;
  readonly onAdd: (position: Position) => void;
  readonly onAbout: (position: Position) => void;
}

/** The buttons of each row; beside the ticket smaller ones, so that no figure goes for them. */
export function useRowButtons({ objection, onLetter, onAdd, onAbout }: RowButtonsOptions) {
  return useMemo(() => {
    const buttons = (position: Position, isNarrow: boolean) => (
      <PositionButtons {...{ position, objection, isNarrow, onLetter, onAdd, onAbout }} />
    );
    return {
      actions: (position: Position) => buttons(position, false),
      actionsWidth: 156,
      narrowActions: { belowPx: 520, width: 92, render: (position: Position) => buttons(position, true) },
    };
  }, [objection, onLetter, onAdd, onAbout]);
}

interface PositionButtonsProps extends RowButtonsOptions {
  readonly position: Position;
  /** I on the row tells of the contract: the button for it goes first */
  readonly isNarrow: boolean;
}

/** What can be done with one position. */
function PositionButtons({ position, objection, isNarrow, onLetter, onAdd, onAbout }: PositionButtonsProps) {
  return (
    <>
      <Button
        size="small"
        disabledReason={objection ?? positionObjection(position)}
        label={t`Add margin to ${positionName(position)}`}
        onPress={() => onAdd(position)}
      >
        {isNarrow ? t`Add` : t`Add margin`}
      </Button>
      <Button
        size="small"
        variant="quiet"
        disabledReason={objection}
        label={t`Exit ${positionName(position)}: reduce, close, stop, profit, reverse (R C L T V)`}
        onPress={() => onLetter(position, 'r')}
      >{t`Exit`}</Button>
      {isNarrow ? null : <AboutButton name={positionName(position)} onPress={() => onAbout(position)} />}
    </>
  );
}
