import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';

export const presetCount = 4;

interface SizePresetsProps {
  readonly market: Market;
  /** what is typed now: an empty place takes it */
  readonly size: string;
  readonly onPick: (size: string) => void;
}

export function presetKey({ venue, symbol }: Market): string {
  return `${venue}:${symbol}`;
}

/** Four sizes of one's own in each market. An empty place keeps what is typed; Shift-press empties a full one. */
export function SizePresets({ market, size, onPick }: SizePresetsProps) {
  const key = presetKey(market);
  const presets = useUiStore(state => state.sizePresets[key]) ?? [];
  const keep = useUiStore(state => state.setSizePreset);
  return Array.from({ length: presetCount }, (_, index) => {
    const preset = presets[index] ?? '';
    const name = `Preset ${index + 1}`;
    const isEmpty = preset === '';
    const label = isEmpty ? `${name}: keep the size that is typed` : `${name}: ${preset}. Delete empties it`;
    return (
      <span
        key={name}
        onKeyDown={event => {
          if (event.key === 'Delete') keep(key, index, '');
        }}
      >
        <Button
          size="small"
          variant="quiet"
          label={label}
          disabledReason={isEmpty && size.trim() === '' ? 'Type a size first, then press to keep it here' : null}
          onPress={() => (isEmpty ? keep(key, index, size.trim()) : onPick(preset))}
        >
          {isEmpty ? index + 1 : preset}
        </Button>
      </span>
    );
  });
}
