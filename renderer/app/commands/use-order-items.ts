import { useMemo } from 'react';
import type { Fill } from '#shared/domain/account/fill.ts';
import { fillKey } from '#shared/domain/account/row-keys.ts';
import type { Side, Venue } from '#shared/domain/scalars.ts';
import { useVenueRows } from '#bridge/account/use-venue-lists.ts';
import { useKnownPast } from '#bridge/history/known-past.ts';
import { sideWords } from '#lib/side-words.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { focusWindow } from '../windows/pop-out.ts';
import { panelWords } from '../workspace/layout/panel-names.ts';
import type { PaletteItem } from './find-items.ts';
import { goToRow } from './go-to-row.ts';
import { t } from '#shared/words/t.ts';

/** The panels that list orders, with what their tables are called. */
const tables = {
  active: t`Active orders`,
  stops: t`Stop orders`,
  done: t`Done orders`,
  fills: t`Recent fills`,
} as const;
type OrderPanel = keyof typeof tables;

interface Listed {
  readonly venue: Venue;
  readonly symbol: string;
  readonly side: Side;
  readonly price: string | null;
  readonly size: string | null;
}

interface Place {
  readonly panel: OrderPanel;
  /** of the order */
  readonly id: string;
  readonly rowKey: string;
}

/** Shows the panel that lists it, and in it the row. */
async function goTo({ panel, id, rowKey }: Place, { venue, symbol }: Listed): Promise<void> {
  useUiStore.getState().selectMarket({ venue, symbol });
  const window = useWindowStore.getState().windows?.find(each => each.panel === panel);
  if (window !== undefined) return await focusWindow(window.id);
  useWorkspaceStore.getState().showPanel(panel);
  if (await goToRow(tables[panel], rowKey)) return;
  showToast(
    'neutral',
    t`${id} is not among the rows of ${panelWords[panel].title}: a filter hides it, or it has gone.`,
  );
}

function itemOf(place: Place, row: Listed): PaletteItem {
  const { symbol, side, size, price } = row;
  const said = t`${symbol} ${sideWords[side]} ${size ?? '?'} at ${price ?? t`market`}`;
  return {
    id: `order ${row.venue} ${place.id}`,
    kind: 'Order',
    title: place.id,
    detail: `${panelWords[place.panel].title} · ${said}`,
    run: () => void goTo(place, row),
  };
}

const ofPanel = (panel: OrderPanel, rows: readonly (Listed & { readonly id: string })[] | undefined) =>
  (rows ?? []).map(row => itemOf({ panel, id: row.id, rowKey: `${row.venue}:${row.id}` }, row));

const ofFills = (fills: readonly Fill[]) =>
  fills
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs)
    .map(fill => itemOf({ panel: 'fills', id: fill.orderId, rowKey: fillKey(fill) }, fill));

// no more than the tabs ask for, which count the same rows
const asCounted = { spot: 'glance', futures: 'glance' } as const;
const asFree = { spot: 'passive', futures: 'glance' } as const;
const none: readonly Fill[] = [];

/** The orders that are known, each once, and first where most can be done about it. */
export function useOrderItems(profileId: string): readonly PaletteItem[] {
  const symbol = useUiStore(state => state.symbol);
  const orders = useVenueRows(profileId, 'orders', { market: null, pace: asCounted });
  const stops = useVenueRows(profileId, 'stops', { market: null, pace: asCounted });
  const fills = useVenueRows(profileId, 'fills', { market: null, pace: asFree }) ?? none;
  const done = useKnownPast({ profileId, of: 'orders', symbol });
  const older = useKnownPast({ profileId, of: 'fills', symbol });
  return useMemo(() => {
    const found = new Map<string, PaletteItem>();
    for (const item of [
      ...ofPanel('active', orders),
      ...ofPanel('stops', stops),
      ...ofPanel('done', done),
      ...ofFills([...fills, ...older]),
    ])
      if (!found.has(item.id)) found.set(item.id, item);
    return [...found.values()];
  }, [orders, stops, done, fills, older]);
}
