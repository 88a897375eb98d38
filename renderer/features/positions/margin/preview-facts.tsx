import { absolute, type Decimal, isNegative, multiply, scaleOf, subtract } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import { moneyPrecision, pricePrecision } from '../price-decimals.ts';
import { isMargined, type MarginPreview, noPreview } from './margin-preview.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

interface PreviewFactsProps {
  readonly position: Position;
  readonly preview: MarginPreview | null;
  readonly available: Decimal | null;
  readonly tickSize: Decimal;
}

const estimateHint = t`Mark price of liquidation. Estimate by Fathom: exchange figures differ from the formula, or the contract is inverse`;

function percent(fraction: Decimal | null): Decimal | null {
  return fraction === null ? null : multiply(fraction, '100');
}

/** What is at stake while one types: which way, how much, mark and what it has gained. */
export function PositionLine({ position }: { readonly position: Position }) {
  const { quantity, settleCurrency, unrealisedPnl } = position;
  const isShort = isNegative(quantity);
  return (
    <p className="margin-position">
      <span className={isShort ? 'direction-down' : 'direction-up'}>
        {isShort ? t`Short ` : t`Long `}
        <NumberCell value={absolute(quantity)} unit={t`lots`} />
      </span>
      <span>
        {t`mark `}
        <NumberCell value={position.markPrice} {...pricePrecision(position)} />
      </span>
      <span>
        {t`unrealised `}
        <SignedNumber value={unrealisedPnl} unit={settleCurrency} {...moneyPrecision(position)} />
      </span>
    </p>
  );
}

/** Before and after, line by line. Without an amount the after-side is the before-side. */
export function PreviewFacts({ position, preview, available, tickSize }: PreviewFactsProps) {
  if (preview === null)
    return <p className="field-note">{isMargined(position) ? t`The preview appears with an amount.` : noPreview}</p>;
  const { before, after, isEstimate } = preview;
  const price = { minimumDecimals: scaleOf(tickSize), isEstimate };
  const hint = isEstimate ? estimateHint : t`Mark price of liquidation, by the formulas of the exchange`;
  const added = subtract(after.positionMargin, before.positionMargin);
  const money = { unit: position.settleCurrency, ...moneyPrecision(position) };
  return (
    <Facts
      facts={[
        {
          label: t`Liquidation price`,
          value: <BeforeAfter before={before.liquidationPrice} after={after.liquidationPrice} {...price} />,
          hint,
        },
        {
          label: t`Liq. distance`,
          hint: positionHints.distance,
          value: (
            <BeforeAfter
              before={percent(before.distance)}
              after={percent(after.distance)}
              isEstimate={isEstimate}
              unit="%"
              minimumDecimals={2}
              maximumDecimals={2}
            />
          ),
        },
        {
          label: t`Bankruptcy price`,
          hint: t`Price at which the loss equals the position margin`,
          value: <BeforeAfter before={before.bankruptPrice} after={after.bankruptPrice} {...price} />,
        },
        {
          label: t`Leverage`,
          value: (
            <BeforeAfter before={before.leverage} after={after.leverage} isEstimate unit="×" maximumDecimals={2} />
          ),
          hint: positionHints.leverage,
        },
        {
          label: t`Position margin`,
          hint: positionHints.margin,
          value: <BeforeAfter before={before.positionMargin} after={after.positionMargin} {...money} />,
        },
        {
          label: t`Available in futures wallet`,
          hint: t`Futures balance that no position or order uses`,
          value: (
            <BeforeAfter before={available} after={available === null ? null : subtract(available, added)} {...money} />
          ),
        },
      ]}
    />
  );
}
