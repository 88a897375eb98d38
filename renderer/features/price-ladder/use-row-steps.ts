import { useState } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { useMarketInfo } from '#bridge/reference/use-market.ts';
import { groupingSteps, moveStep } from '#lib/price-steps.ts';
import { usualStep } from './model/row-window.ts';

export interface RowSteps {
  readonly tick: Decimal;
  /** how far the rows stand apart */
  readonly step: Decimal;
  /** the same as a book is grouped; null: every level has a row */
  readonly grouping: Decimal | null;
  /** false: it waits for the first price */
  readonly isChosen: boolean;
  /** takes the usual step at the first price that is known */
  readonly choose: (price: Decimal | null) => void;
  readonly onStep: (by: 1 | -1) => void;
}

/** What was chosen last in each market. The order book keeps a grouping of its own: it is read deeper than a ladder. */
const chosen = new Map<string, Decimal>();

export function useRowSteps(profileId: string, market: Market): RowSteps {
  const key = `${market.venue}:${market.symbol}`;
  const tick = useMarketInfo(profileId, market)?.priceIncrement;
  const [known, setKnown] = useState(() => chosen.get(key) ?? null);
  const [price, setPrice] = useState<Decimal | null>(null);
  const step = known ?? tick ?? '1';
  const onStep = (by: 1 | -1) => {
    if (tick === undefined) return;
    const next = moveStep(groupingSteps(tick, price), step, by) ?? tick;
    chosen.set(key, next);
    setKnown(next);
  };
  return {
    tick: tick ?? '1',
    step,
    grouping: tick === undefined || step === tick ? null : step,
    isChosen: known !== null,
    choose: now => {
      if (now === null || tick === undefined || price !== null) return;
      setPrice(now);
      if (known === null) setKnown(usualStep(groupingSteps(tick, now), now));
    },
    onStep,
  };
}
