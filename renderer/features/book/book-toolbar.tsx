import type { Market } from '#shared/domain/market/market.ts';
import { useMarketUnits } from '#bridge/reference/use-market.ts';
import { formatDecimal } from '#lib/format.ts';
import { useComparisonStore } from '#state/comparison-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Button } from '#ui/form/button.tsx';
import type { Decimal } from '#shared/decimal.ts';
import { moveStep } from '#lib/price-steps.ts';
import { useStepKeys } from './use-step-keys.ts';
import { t } from '#shared/words/t.ts';

interface BookToolbarProps {
  readonly profileId: string;
  readonly market: Market;
  /** finest first; empty while the tick is not known */
  readonly steps: readonly Decimal[];
}

/** How the book is shown: grouped, with totals, in which currency. */
export function BookToolbar({ profileId, market, steps }: BookToolbarProps) {
  const { venue, symbol } = market;
  const step = useUiStore(state => state.bookSteps[symbol] ?? null);
  const setStep = useUiStore(state => state.setBookStep);
  const isInQuote = useUiStore(state => state.isBookInQuote);
  const toggleUnit = useUiStore(state => state.toggleBookUnit);
  const isCumulative = useUiStore(state => state.isBookCumulative);
  const toggleTotals = useUiStore(state => state.toggleBookTotals);
  const move = (by: 1 | -1) => setStep(symbol, moveStep(steps, step, by));
  useStepKeys(move);
  const compare = useComparisonStore(state => state.open);
  const units = useMarketUnits(profileId, market);
  const shown = step ?? steps[0];
  const finer = moveStep(steps, step, -1) === step ? t`Every level is shown` : null;
  const coarser = moveStep(steps, step, 1) === step ? t`There is no coarser step` : null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        label={t`Finer price steps (−)`}
        disabledReason={finer}
        onPress={() => move(-1)}
      >
        −
      </Button>
      <span className="book-step" title={t`Prices are grouped into steps of this size: bids down, asks up`}>
        {shown === undefined ? '' : formatDecimal(shown)}
      </span>
      <Button
        size="small"
        variant="quiet"
        label={t`Coarser price steps (+)`}
        disabledReason={coarser}
        onPress={() => move(1)}
      >
        +
      </Button>
      <LadderButton />
      <Button size="small" variant="quiet" label={t`Where to trade a size (W)`} onPress={compare}>
        ⇄
      </Button>
      <Button size="small" variant="quiet" label={t`Totals`} isPressed={isCumulative} onPress={toggleTotals}>
        Σ
      </Button>
      {venue === 'futures' ? null : (
        <span className="book-unit">
          <Button
            size="small"
            variant="quiet"
            label={t`Sizes in ${isInQuote ? units.price : units.size}`}
            onPress={toggleUnit}
          >
            {isInQuote ? units.price : units.size}
          </Button>
        </span>
      )}
    </>
  );
}

/** The same book as rows that stand still, on which orders are placed and moved. */
function LadderButton() {
  const show = useWorkspaceStore(state => state.showPanel);
  return (
    <Button size="small" variant="quiet" label={t`Price ladder (D)`} onPress={() => show('priceLadder')}>
      ⇅
    </Button>
  );
}
