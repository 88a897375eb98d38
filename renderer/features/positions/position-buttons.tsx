import type { Position } from '#shared/domain/market/futures.ts';
import { AboutButton } from '#ui/form/about-button.tsx';
import { Button } from '#ui/form/button.tsx';
import { positionObjection } from './margin/margin-form.ts';

interface PositionButtonsProps {
  readonly position: Position;
  readonly objection: string | null;
  readonly onLetter: (position: Position, letter: string) => void;
  readonly onAdd: () => void;
  readonly onAbout: () => void;
}

/** What can be done with one position. */
export function PositionButtons({ position, objection, onLetter, onAdd, onAbout }: PositionButtonsProps) {
  return (
    <>
      <Button
        size="small"
        disabledReason={objection ?? positionObjection(position)}
        label={`Add margin to ${position.symbol}`}
        onPress={onAdd}
      >
        Add margin
      </Button>
      <Button
        size="small"
        variant="quiet"
        disabledReason={objection}
        label={`Exit ${position.symbol}: reduce, close, stop, profit, reverse (R C L T V)`}
        onPress={() => onLetter(position, 'r')}
      >
        Exit
      </Button>
      <AboutButton name={position.symbol} onPress={onAbout} />
    </>
  );
}
