import { type KeyboardEvent, useRef, useState } from 'react';
import { isDeleteKey } from '#lib/keys/keyboard.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button, TabStopContext } from '#ui/form/button.tsx';
import { t } from '#shared/words/t.ts';

const presetCount = 4;

interface SizePresetsProps {
  readonly market: Market;
  /** what is typed now: an empty place takes it */
  readonly size: string;
  readonly onPick: (size: string) => void;
}

function presetKey({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

/** Puts a size into one of the places of a market; an empty text empties it. */
function keepPreset(key: string, index: number, size: string): void {
  useUiStore.setState(({ presets }) => {
    const known = presets[key] ?? [];
    const next = Array.from({ length: presetCount }, (_, place) => (place === index ? size : (known[place] ?? '')));
    return { presets: { ...presets, [key]: next } };
  });
}

/** Where a key leads from a place; null: it leads nowhere. */
function placeAfter(key: string, index: number): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return presetCount - 1;
  if (key === 'ArrowLeft') return (index + presetCount - 1) % presetCount;
  return key === 'ArrowRight' ? (index + 1) % presetCount : null;
}

/**
 * Four own sizes per market. An empty place keeps what is typed; Delete empties a full one. One stop of Tab:
 * arrows lead from place to place, so that one can be emptied that was not pressed.
 */
export function SizePresets({ market, size, onPick }: SizePresetsProps) {
  const key = presetKey(market);
  const presets = useUiStore(state => state.presets[key]) ?? [];
  const [stop, setStop] = useState(0);
  const group = useRef<HTMLSpanElement>(null);
  const keep = (index: number, text: string) => keepPreset(key, index, text);
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (isDeleteKey(event.key)) keep(index, '');
    const next = placeAfter(event.key, index);
    if (next === null) return;
    event.preventDefault();
    group.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <span ref={group} role="group" aria-label={t`Size presets`} className="ticket-presets">
      {Array.from({ length: presetCount }, (_, index) => {
        const preset = presets[index] ?? '';
        const name = t`Preset ${index + 1}`;
        const isEmpty = preset === '';
        const label = isEmpty ? t`${name}: save the entered size` : t`${name}: ${preset}. Delete clears it`;
        return (
          <span key={name} onFocus={() => setStop(index)} onKeyDown={event => onKeyDown(event, index)}>
            <TabStopContext value={index === stop}>
              <Button
                size="small"
                variant="quiet"
                label={label}
                disabledReason={
                  isEmpty && size.trim() === '' ? t`Enter a size first, then click to save it here` : null
                }
                onPress={() => (isEmpty ? keep(index, size.trim()) : onPick(preset))}
              >
                {isEmpty ? index + 1 : preset}
              </Button>
            </TabStopContext>
          </span>
        );
      })}
    </span>
  );
}
