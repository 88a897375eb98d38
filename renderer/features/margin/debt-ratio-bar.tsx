import { type Decimal, toNumber } from '#shared/decimal.ts';
import { formatOwnPercent } from '#lib/own/own-figures.ts';
import { useHidden } from '#ui/value/hidden.tsx';
import { dangerOf, type MarginRow, shareOfLine } from './margin-rows.ts';
import './margin.css';
import { t } from '#shared/words/t.ts';

function percentText(value: Decimal): string {
  return formatOwnPercent(value, { minimumDecimals: 2, maximumDecimals: 2 });
}

/** What the bar shows, in words. */
function barHint({ warningRatio, liquidationRatio }: MarginRow): string {
  if (liquidationRatio === null) return t`The liquidation ratio is unknown.`;
  const warning = warningRatio === null ? '' : t`The exchange warns at ${percentText(warningRatio)} and `;
  return t`${warning === '' ? t`The exchange ` : warning}liquidates at ${percentText(liquidationRatio)}: the end of the bar.`;
}

/**
 * The debt ratio as a number and as a bar that ends at the liquidation line of the exchange; a mark is at its warning
 * line.
 */
export function DebtRatioBar({ row }: { readonly row: MarginRow }) {
  const { debtRatio, warningRatio, liquidationRatio } = row;
  const isHidden = useHidden('figure');
  const widthOf = (ratio: Decimal) =>
    liquidationRatio === null ? '0' : `${toNumber(shareOfLine(ratio, liquidationRatio)) * 100}%`;
  return (
    <span className={`debt-ratio debt-ratio-${dangerOf(row)}`} title={barHint(row)}>
      <span className="number">{percentText(debtRatio)}</span>
      <span className="debt-ratio-track" aria-hidden="true">
        {isHidden ? null : <span className="debt-ratio-fill" style={{ width: widthOf(debtRatio) }} />}
        {warningRatio === null || liquidationRatio === null ? null : (
          <span className="debt-ratio-warning-mark" style={{ left: widthOf(warningRatio) }} />
        )}
      </span>
    </span>
  );
}
