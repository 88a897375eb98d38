import { useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import { BookToolbar } from './book-toolbar.tsx';
import { groupingSteps } from './model/steps.ts';

interface BookStepsProps {
  readonly symbol: string;
  readonly tick: Decimal | undefined;
  readonly price: Decimal | null;
}

/** The buttons of the book with the steps that its tick and its price allow. */
export function BookSteps({ symbol, tick, price }: BookStepsProps) {
  const steps = useMemo(() => (tick === undefined ? [] : groupingSteps(tick, price)), [tick, price]);
  return <BookToolbar symbol={symbol} steps={steps} />;
}
