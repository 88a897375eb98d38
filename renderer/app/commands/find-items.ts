import { t } from '#shared/words/t.ts';

export type PaletteKind =
  | 'command'
  | 'panel'
  | 'window'
  | 'workspace'
  | 'market'
  | 'account'
  | 'sub-account'
  | 'position'
  | 'order';

export const kindLabels: Readonly<Record<PaletteKind, string>> = {
  command: t`Command`,
  panel: t`Panel`,
  window: t`Window`,
  workspace: t`Workspace`,
  market: t`Market`,
  account: t`Account`,
  'sub-account': t`Sub-account`,
  position: t`Position`,
  order: t`Order`,
};

/** One thing that the palette can do or go to. */
export interface PaletteItem {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** shown beside the title, and searched as well */
  readonly detail?: string | undefined;
  /** keys that do the same without the palette */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

/** More than a list shows. */
const mostFound = 50;

/** 0 = does not fit; the higher the better. */
function fit(item: PaletteItem, words: readonly string[]): number {
  const title = item.title.toLowerCase();
  const all = `${title} ${item.detail?.toLowerCase() ?? ''} ${kindLabels[item.kind].toLowerCase()}`;
  if (!words.every(word => all.includes(word))) return 0;
  const [first = ''] = words;
  if (title === words.join(' ')) return 5;
  if (title.startsWith(first)) return 4;
  if (title.includes(` ${first}`) || title.includes(`-${first}`)) return 3;
  return title.includes(first) ? 2 : 1;
}

/** What fits every word of the query, the best first and else in the order given; everything where nothing is asked. */
export function findItems(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0)
    return items.filter(({ kind }) => kind !== 'order' && kind !== 'position').slice(0, mostFound);
  return items
    .map(item => ({ item, points: fit(item, words) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, mostFound)
    .map(({ item }) => item);
}
