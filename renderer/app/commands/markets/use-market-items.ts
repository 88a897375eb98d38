import { useMemo } from 'react';
import type { Venue } from '#shared/domain/scalars.ts';
import { useRead } from '#bridge/use-read.ts';
import { useUiStore } from '#state/ui-store.ts';
import { linkOf } from '#state/windows/links.ts';
import { selectMarketFor } from '#state/windows/panel-link.ts';
import { isMarketPanel } from '../../workspace/layout/market-panels.ts';
import type { PaletteItem } from '../find-items.ts';
import { t } from '#shared/words/t.ts';

interface MarketItemsOptions {
  readonly panel: string | null;
  /** each names its panel, because it is listed among other items */
  readonly saysFor: boolean;
}

/** All markets; one that is chosen is for this panel and all of its colour. Null, and a panel without a market: for the window. */
export function useMarketItems(profileId: string, { panel, saysFor }: MarketItemsOptions): readonly PaletteItem[] {
  const pairs = useRead('symbols.list', { profileId }).data;
  const contracts = useRead('contracts.list', { profileId }).data;
  const of = panel !== null && isMarketPanel(panel) ? panel : null;
  const link = useUiStore(({ links }) => (of === null ? 'A' : linkOf(links, of)));
  return useMemo(() => {
    const item = (venue: Venue, symbol: string): PaletteItem => ({
      id: `market ${venue} ${symbol}`,
      kind: 'market',
      title: symbol,
      detail:
        link === 'A' || !saysFor ? venue : `${venue} · ${link === 'none' ? t`for this panel` : t`for link ${link}`}`,
      run: () => selectMarketFor(of, { venue, symbol }),
    });
    return [
      ...(pairs ?? []).map(({ symbol }) => item('spot', symbol)),
      ...(contracts ?? []).map(({ symbol }) => item('futures', symbol)),
    ];
  }, [pairs, contracts, of, link, saysFor]);
}
