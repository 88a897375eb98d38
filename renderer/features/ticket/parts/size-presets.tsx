import type { Market } from '#shared/domain/market/market.ts';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
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

/** Four sizes of one's own in each market. An empty place keeps what is typed; Delete empties a full one. */
export function SizePresets({ market, size, onPick }: SizePresetsProps) {
  const key = presetKey(market);
  const presets = useUiStore(state => state.presets[key]) ?? [];
  const keep = (index: number, text: string) => keepPreset(key, index, text);
  return Array.from({ length: presetCount }, (_, index) => {
    const preset = presets[index] ?? '';
    const name = t`Preset ${index + 1}`;
    const isEmpty = preset === '';
    const label = isEmpty ? t`${name}: keep the size that is typed` : t`${name}: ${preset}. Delete empties it`;
    return (
      <span
        key={name}
        onKeyDown={event => {
          if (event.key === 'Delete') keep(index, '');
        }}
      >
        <Button
          size="small"
          variant="quiet"
          label={label}
          disabledReason={isEmpty && size.trim() === '' ? t`Type a size first, then press to keep it here` : null}
          onPress={() => (isEmpty ? keep(index, size.trim()) : onPick(preset))}
        >
          {isEmpty ? index + 1 : preset}
        </Button>
      </span>
    );
  });
}
