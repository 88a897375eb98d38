import { useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { Market } from '#shared/domain/market/market.ts';
import { BookToolbar } from './book-toolbar.tsx';
import { groupingSteps } from '#lib/price-steps.ts';

interface BookStepsProps {
  readonly profileId: string;
  readonly market: Market;
  readonly tick: Decimal | undefined;
  readonly price: Decimal | null;
}

/** The buttons of the book with the steps that its tick and its price allow. */
export function BookSteps({ profileId, market, tick, price }: BookStepsProps) {
  const steps = useMemo(() => (tick === undefined ? [] : groupingSteps(tick, price)), [tick, price]);
  return <BookToolbar profileId={profileId} market={market} steps={steps} />;
}
