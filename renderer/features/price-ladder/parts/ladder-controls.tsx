import type { KeyboardEvent } from 'react';
import { Button } from '#ui/form/button.tsx';
import { Input } from '#ui/form/input.tsx';
import type { PriceLadder } from '../use-price-ladder.ts';
import { isEnter } from '#lib/keys/keyboard.ts';
import { t } from '#shared/words/t.ts';

interface LadderControlsProps {
  readonly ladder: PriceLadder;
  /** what sizes are counted in */
  readonly unit: string;
}

/** The size of a click, and whether one click sends. */
export function LadderControls({ ladder, unit }: LadderControlsProps) {
  const { size, onSize, presets, arming, bookValidationError } = ladder;
  return (
    <div className="price-ladder-controls" onKeyDown={leaveField}>
      <Input
        isFigure
        label={t`Size of a click in ${unit}`}
        value={size}
        placeholder={t`Size`}
        maxLength={24}
        onChange={onSize}
      />
      <span className="price-ladder-unit">{unit}</span>
      {presets.map((preset, index) =>
        preset === '' ? null : (
          <Button
            // oxlint-disable-next-line react/no-array-index-key -- a preset is its place: two may be the same
            key={index}
            size="small"
            variant="quiet"
            isPressed={preset === size}
            label={t`Size ${preset} (${index + 1})`}
            onPress={() => onSize(preset)}
          >
            {preset}
          </Button>
        ),
      )}
      <span className="price-ladder-arm">
        <Button
          size="small"
          isPressed={arming.isArmed}
          label={
            arming.isArmed
              ? t`Armed for ${arming.secondsLeft} s more. Press to disarm`
              : t`Arm: one click on a row sends`
          }
          disabledReason={bookValidationError === null ? null : t`Not armed while the book is not live`}
          onPress={arming.toggle}
        >
          {arming.isArmed ? t`ARMED ${clockOf(arming.secondsLeft)}` : t`Arm`}
        </Button>
      </span>
    </div>
  );
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Enter and Escape in a field move the focus to the rows, where the keys of the ladder work. */
export function leaveField(event: KeyboardEvent<HTMLElement>): void {
  if ((!isEnter(event) && event.key !== 'Escape') || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.parentElement?.querySelector<HTMLElement>('[role="grid"]')?.focus();
}
