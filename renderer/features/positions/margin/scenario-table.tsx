import { absolute, compare, type Decimal, isNegative, isPositive, negate, scaleOf } from '#shared/decimal.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { dangerOf } from '#lib/orders/liquidation-danger.ts';
import type { MarginedPosition } from './margin-preview.ts';
import { scenarioAmounts, scenarioGrid, scenarioMoves } from './scenario-grid.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

interface ScenarioTableProps {
  readonly position: MarginedPosition;
  readonly contract: FuturesContract;
  readonly amount: Decimal | null;
  /** the most that can be moved */
  readonly available: Decimal | null;
  /** it is taken out, not added */
  readonly isTaking?: boolean;
}

/** What room each amount would leave if the price went against the position. */
export function ScenarioTable({ position, contract, amount, available, isTaking = false }: ScenarioTableProps) {
  const amounts = scenarioAmounts(amount, available, position.settleCurrency);
  const moved = isTaking ? amounts.map(each => (each === '0' ? each : negate(each))) : amounts;
  const rows = scenarioGrid(position, contract, moved);
  const sign = isNegative(position.quantity) ? '+' : '−';
  return (
    <table className="scenario" aria-label={t`Liq. distance by amount and price`}>
      <thead>
        <tr>
          <th scope="col" title={t`Margin to add or remove`}>
            {isTaking ? t`Remove` : t`Add`} {position.settleCurrency}
          </th>
          <th scope="col" title={positionHints.liquidation}>{t`Liquidation`}</th>
          {scenarioMoves.map(shock => (
            <th key={shock} scope="col" title={t`Liq. distance after this price move`}>
              {sign}
              {formatPercent(shock, { minimumDecimals: 0, maximumDecimals: 0 })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr
            key={row.amount}
            aria-current={amount !== null && compare(absolute(row.amount), amount) === 0 ? 'true' : undefined}
          >
            <th scope="row">{formatDecimal(absolute(row.amount), { maximumDecimals: 8 })}</th>
            <td>
              {row.liquidationPrice === null
                ? t`none`
                : formatDecimal(row.liquidationPrice, { minimumDecimals: scaleOf(contract.tickSize) })}
            </td>
            {row.rooms.map((room, index) => (
              <td key={scenarioMoves[index]} className={`distance-${dangerOf(room)}`}>
                {roomText(room)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function roomText(room: Decimal | null): string {
  if (room === null) return t`safe`;
  return isPositive(room) ? formatPercent(room, { minimumDecimals: 1, maximumDecimals: 1 }) : 'LIQ';
}
