import { useMemo } from 'react';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionName } from '#shared/domain/market/position-key.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Button } from '#ui/form/button.tsx';
import { positionError } from './margin/margin-form.ts';
import { t } from '#shared/words/t.ts';

/** Beside the other panels the second button is a sign, so that no figure is left out for its word. */
const narrowPx = 92;

interface RowButtonsOptions {
  readonly validationError: string | null;
  readonly onLetter: (position: Position, letter: string) => void;
  readonly onAdd: (position: Position) => void;
  readonly onAbout: (position: Position) => void;
}

/** The buttons of each row; smaller beside the ticket, so that every figure stays visible. */
export function useRowButtons({ validationError, onLetter, onAdd, onAbout }: RowButtonsOptions) {
  return useMemo(() => {
    const buttons = (position: Position, isNarrow: boolean) => (
      <PositionButtons {...{ position, validationError, isNarrow, onLetter, onAdd, onAbout }} />
    );
    return {
      actions: (position: Position) => buttons(position, false),
      actionsWidth: 172,
      narrowActions: { belowPx: 800, width: narrowPx, render: (position: Position) => buttons(position, true) },
    };
  }, [validationError, onLetter, onAdd, onAbout]);
}

interface PositionButtonsProps extends RowButtonsOptions {
  readonly position: Position;
  /** I on the row opens the contract: its button is hidden first */
  readonly isNarrow: boolean;
}

/** What can be done with one position. */
function PositionButtons({ position, validationError, isNarrow, onLetter, onAdd, onAbout }: PositionButtonsProps) {
  return (
    <>
      <Button
        size="small"
        disabledReason={validationError ?? positionError(position)}
        label={t`Add margin to ${positionName(position)}`}
        onPress={() => onAdd(position)}
      >
        {isNarrow ? t`Add…` : t`Add margin`}
      </Button>
      <Button
        size="small"
        variant="quiet"
        disabledReason={validationError}
        label={t`Close ${positionName(position)}: reduce, close, stop loss, take profit, reverse (R C L T V)`}
        onPress={() => onLetter(position, 'r')}
      >
        {isNarrow ? '✕' : t`Close`}
      </Button>
      {isNarrow ? null : <AboutButton name={positionName(position)} onPress={() => onAbout(position)} />}
    </>
  );
}
