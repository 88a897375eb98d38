import { absolute, isNegative, scaleOf } from '#shared/decimal.ts';
import type { ContractRecord, Position } from '#shared/domain/market/futures.ts';
import { fundingCost, valueAt } from '#lib/funding.ts';
import type { Fact } from '#ui/value/facts.tsx';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

/** The next funding of a position in words: what it pays or what it gets. */
function FundingCost({ position, contract }: { readonly position: Position; readonly contract: ContractRecord }) {
  const cost = fundingCost(position, contract);
  if (cost === null) return <Unknown />;
  return (
    <span>
      {isNegative(cost) ? t`receives ` : t`pays `}
      <NumberCell value={absolute(cost)} unit={position.settleCurrency} />
    </span>
  );
}

/** What the own position is worth, and what holding it costs next. */
export function positionFacts(position: Position, contract: ContractRecord): readonly Fact[] {
  const { quantity, markPrice, averageEntryPrice, settleCurrency } = position;
  const value = valueAt(quantity, markPrice, contract);
  const scale = contract.tickSize === null ? null : scaleOf(contract.tickSize);
  const decimals = scale === null ? {} : { minimumDecimals: scale, maximumDecimals: scale };
  const unit = contract.quoteCurrency ?? '';
  return [
    {
      label: t`Position`,
      hint: positionHints.lots,
      value: (
        <span className={isNegative(quantity) ? 'direction-down' : 'direction-up'}>
          {isNegative(quantity) ? t`Short ` : t`Long `}
          <NumberCell value={absolute(quantity)} unit={t`lots`} />
        </span>
      ),
    },
    {
      label: t`Entry`,
      hint: positionHints.entry,
      value: <NumberCell value={averageEntryPrice} unit={unit} {...decimals} />,
    },
    {
      label: t`Value at mark`,
      hint: positionHints.notional,
      value: <NumberCell value={value === null ? null : absolute(value)} unit={settleCurrency} maximumDecimals={8} />,
    },
    {
      label: t`Unrealised PnL`,
      hint: positionHints.unrealised,
      value: <SignedNumber value={position.unrealisedPnl} unit={settleCurrency} maximumDecimals={8} />,
    },
    {
      label: t`Liq. price`,
      hint: positionHints.liquidation,
      value: (
        <NumberCell
          own="figure"
          value={position.liquidationPrice}
          unit={unit}
          unknownReason={t`The exchange states no price for this position.`}
          {...decimals}
        />
      ),
    },
    {
      label: t`Margin`,
      hint: position.marginMode === 'cross' ? t`Cross: the whole futures wallet backs it` : positionHints.margin,
      value: <NumberCell value={position.positionMargin} unit={settleCurrency} maximumDecimals={8} />,
    },
    {
      label: t`Next funding`,
      hint: t`Payment at the current rate and mark price`,
      value: <FundingCost position={position} contract={contract} />,
    },
  ];
}
