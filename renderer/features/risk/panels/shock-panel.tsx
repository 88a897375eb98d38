import { useState } from 'react';
import { absolute, compare, type Decimal, isNegative, isZero } from '#shared/decimal.ts';
import type { ShockCell, ShockRow } from '#shared/risk/shock-table.ts';
import { formatCompact } from '#lib/compact.ts';
import { minusSign, formatPercent } from '#lib/format.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatOwn, formatOwnPercent } from '#lib/own/own-figures.ts';
import { Button } from '#ui/form/button.tsx';
import { PanelFrame } from '#ui/panel/panel-frame.tsx';
import { valueCurrency } from '../model/prices.ts';
import { LeftOutList } from './left-out-list.tsx';
import type { RiskView } from '../model/risk-view.ts';
import { t } from '#shared/words/t.ts';

interface ShockPanelProps {
  readonly view: RiskView;
  readonly rows: readonly ShockRow[];
  /** null: all coins */
  readonly coin: string | null;
  readonly onLookAt: (coin: string | null) => void;
}

const whole = { maximumDecimals: 0, isSigned: true } as const;

/** What is worth what after each move; a press on a coin shows who goes first in it. */
export function ShockPanel({ view, rows, coin, onLookAt }: ShockPanelProps) {
  const [isWorth, setWorth] = useState(false);
  return (
    <PanelFrame
      title={t`Shocks, ${valueCurrency}`}
      toolbar={
        <Button
          size="small"
          variant="quiet"
          isPressed={isWorth}
          onPress={() => setWorth(!isWorth)}
        >{t`Worth, not change`}</Button>
      }
      status={<span className="risk-worth">{t`now ${formatOwn(view.worth, { maximumDecimals: 0 })}`}</span>}
      footer={view.leftOut.length === 0 ? undefined : <LeftOutList leftOut={view.leftOut} />}
    >
      <ShockTable rows={rows} coin={coin} isWorth={isWorth} onLookAt={onLookAt} />
    </PanelFrame>
  );
}

interface ShockTableProps extends Omit<ShockPanelProps, 'view'> {
  readonly isWorth: boolean;
}

function ShockTable({ rows, coin, isWorth, onLookAt }: ShockTableProps) {
  const moves = rows[0]?.cells.map(({ by }) => by) ?? [];
  return (
    <div className="risk-whole-rows">
      <div className="risk-scroll">
        <table className="risk-table risk-shocks" aria-label={t`What moves of prices do to the desk`}>
          <thead>
            <tr>
              <td />
              {moves.map(by => (
                <th key={by} scope="col">
                  {formatPercent(by, whole)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.coin ?? ''} aria-current={row.coin === coin ? 'true' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className="risk-coin"
                    aria-pressed={row.coin === coin}
                    onClick={() => onLookAt(row.coin)}
                  >
                    {row.coin ?? t`All coins`}
                  </button>
                </th>
                {row.cells.map(cell => (
                  <td
                    key={cell.by}
                    className={cell.gone.length > 0 ? 'risk-shock-gone' : undefined}
                    title={wordsOf(cell)}
                  >
                    <span className="number">{figureText(cell, isWorth)}</span>
                    <span className="risk-second">{secondLine(cell)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** What the desk is worth then, or by how much that differs from now. */
function figureText({ value, change }: ShockCell, isWorth: boolean): string {
  return ownText(isWorth ? formatCompact(value) : compactChange(change));
}

function compactChange(change: Decimal): string {
  if (isZero(change)) return '0';
  const text = formatCompact(absolute(change));
  return `${isNegative(change) ? minusSign : '+'}${text}`;
}

/** Who is gone, or the worst ratio; then what further move liquidates the next one. */
function secondLine({ worst, gone, nearest }: ShockCell): string {
  const state =
    gone.length > 0 ? t`${gone.length} gone` : worst === null ? null : formatOwnPercent(worst.ratio, wholeShare);
  const next = nearest === null ? null : formatOwnPercent(nearest, { maximumDecimals: 1, isSigned: true });
  return [state, next].filter(part => part !== null).join(' · ');
}

const wholeShare = { maximumDecimals: 0 };

/** All that the cell knows, in words. */
function wordsOf({ by, value, change, worst, gone, nearest }: ShockCell): string {
  const signed = { maximumDecimals: 2, isSigned: true };
  const parts = [
    t`${formatPercent(by, whole)}: worth ${formatOwn(value, { maximumDecimals: 2 })} ${valueCurrency}, ${formatOwn(change, signed)}.`,
    gone.length === 0 ? t`Nobody is liquidated.` : t`Liquidated: ${gone.map(({ name }) => name).join(', ')}.`,
  ];
  if (worst !== null && compare(worst.ratio, '1') < 0)
    parts.push(t`Worst ratio ${formatOwnPercent(worst.ratio, { maximumDecimals: 1 })}, ${worst.unit.name}.`);
  if (nearest !== null) parts.push(t`The next one goes after a further ${formatOwnPercent(nearest, signed)}.`);
  return parts.join(' ');
}
