import { absolute, isNegative, scaleOf } from '#shared/decimal.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import { fundingCost, valueAt } from '#lib/funding.ts';
import type { Fact } from '#ui/value/facts.tsx';
import { NumberCell, SignedNumber, Unknown } from '#ui/value/number-cell.tsx';
import { t } from '#shared/words/t.ts';

/** The next funding of a position in words: what it pays or what it gets. */
function FundingCost({ position, contract }: { readonly position: Position; readonly contract: FuturesContract }) {
  const cost = fundingCost(position, contract);
  if (cost === null) return <Unknown />;
  return (
    <span>
      {isNegative(cost) ? t`receives ` : t`pays `}
      <NumberCell value={absolute(cost)} unit={contract.settleCurrency} />
    </span>
  );
}

/** What the own position is worth, and what holding it costs next. */
export function positionFacts(position: Position, contract: FuturesContract): readonly Fact[] {
  const { quantity, markPrice, averageEntryPrice, settleCurrency } = position;
  const value = valueAt(quantity, markPrice, contract);
  const decimals = { minimumDecimals: scaleOf(contract.tickSize), maximumDecimals: scaleOf(contract.tickSize) };
  return [
    {
      label: t`Position`,
      value: (
        <span className={isNegative(quantity) ? 'direction-down' : 'direction-up'}>
          {isNegative(quantity) ? t`Short ` : t`Long `}
          <NumberCell value={absolute(quantity)} unit={t`lots`} />
        </span>
      ),
    },
    { label: t`Entry`, value: <NumberCell value={averageEntryPrice} unit={contract.quoteCurrency} {...decimals} /> },
    {
      label: t`Value at mark`,
      value: <NumberCell value={value === null ? null : absolute(value)} unit={settleCurrency} maximumDecimals={8} />,
    },
    {
      label: t`Unrealised PnL`,
      value: <SignedNumber value={position.unrealisedPnl} unit={settleCurrency} maximumDecimals={8} />,
    },
    {
      label: t`Liq. price`,
      value: (
        <NumberCell
          own="figure"
          value={position.liquidationPrice}
          unit={contract.quoteCurrency}
          unknownReason={t`The exchange states no price for this position.`}
          {...decimals}
        />
      ),
    },
    {
      label: t`Margin`,
      hint: position.marginMode === 'cross' ? t`Cross: the whole futures wallet backs it` : undefined,
      value: <NumberCell value={position.positionMargin} unit={settleCurrency} maximumDecimals={8} />,
    },
    {
      label: t`Next funding`,
      hint: t`At the rate and the mark of now`,
      value: <FundingCost position={position} contract={contract} />,
    },
  ];
}
