import { absolute, compare, type Decimal, isNegative, isZero } from '#shared/decimal.ts';
import { dollarConstants } from '#shared/risk/price-move.ts';
import { type StressCell, type StressRow } from '#shared/risk/stress-test.ts';
import { distinctDecimals, formatCompact } from '#lib/compact.ts';
import { minusSign, formatPercent } from '#lib/format.ts';
import { isHidden, ownText } from '#lib/own/privacy.ts';
import { formatOwn, formatOwnPercent } from '#lib/own/own-figures.ts';
import type { MenuGroups } from '#ui/menu/menu-item.ts';
import { useRowMenu } from '#ui/table/menu/use-row-menu.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { valueCurrency } from '../model/prices.ts';
import { recordsOf } from './stress-files.ts';
import { t } from '#shared/words/t.ts';

interface ShockTableProps {
  readonly rows: readonly StressRow[];
  /** whose moves are looked at; null: all coins */
  readonly coin: string | null;
  /** of the head; a row with others says so in its cells */
  readonly moves: readonly Decimal[];
  readonly isWorth: boolean;
  readonly onLookAt: (coin: string | null) => void;
  /** what can be done with the table */
  readonly menu: MenuGroups;
}

const digits = { maximumDecimals: 2, isSigned: true } as const;
const label = t`Effect of price moves on all accounts`;
const dollars = [...dollarConstants.quotes].join(', ');
const moveHint = t`Price move. Each result: change or NAV, worst margin ratio or liquidations, further move to the next liquidation`;
const keyOf = ({ coin }: Pick<StressRow, 'coin'>) => coin ?? '*';

export function StressTestTable({ rows, coin, moves, isWorth, onLookAt, menu }: ShockTableProps) {
  // results and names follow what is hidden
  usePrivacy();
  // what is copied of a row is what it says
  const records = rows.map(row => ({ coin: row.coin, cells: recordsOf(row) }));
  const { open, ...hears } = useRowMenu({ label, rows: records, rowKey: keyOf, menu: () => menu });
  return (
    <div className="risk-whole-rows" {...hears}>
      <div className="risk-scroll">
        <table className="risk-table risk-shocks" aria-label={label}>
          <thead>
            <tr>
              <td />
              {moves.map(by => (
                <th key={by} scope="col" title={moveHint}>
                  {formatPercent(by, digits)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr
                key={keyOf(row)}
                data-row-key={keyOf(row)}
                tabIndex={-1}
                aria-current={row.coin === coin ? 'true' : undefined}
              >
                <th scope="row">
                  <button
                    type="button"
                    className="risk-coin"
                    title={
                      row.coin === null
                        ? t`All coins move equally; stablecoins do not move: ${dollars}`
                        : t`Only the price of ${row.coin} moves`
                    }
                    aria-pressed={row.coin === coin}
                    onClick={() => onLookAt(row.coin)}
                  >
                    {row.coin ?? t`All coins`}
                  </button>
                </th>
                {row.cells.map((cell, index) => (
                  <CellOf
                    key={cell.by}
                    cell={cell}
                    navDecimals={isWorth ? distinctDecimals(row.cells.map(({ value }) => value)) : null}
                    isOwn={cell.by !== moves[index]}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open}
    </div>
  );
}

interface CellOfProps {
  readonly cell: StressCell;
  /** of the NAV, so that the moves of a row differ; null: the change is shown */
  readonly navDecimals: number | null;
  /** its move is another one than that of the head */
  readonly isOwn: boolean;
}

function CellOf({ cell, navDecimals, isOwn }: CellOfProps) {
  const state = isOwn ? stateText(cell) : secondLine(cell);
  return (
    <td
      className={cell.liquidated.length > 0 && !isHidden('figure') ? 'risk-shock-liquidated' : undefined}
      title={wordsOf(cell)}
    >
      <span className="number">{figureText(cell, navDecimals)}</span>
      <span className="risk-second">
        {isOwn ? <strong>{formatPercent(cell.by, digits)}</strong> : null}
        {isOwn && state !== null ? ' · ' : null}
        {state}
      </span>
    </td>
  );
}

/** What the desk is worth then, or by how much that differs from now. */
function figureText({ value, change }: StressCell, navDecimals: number | null): string {
  return ownText(navDecimals === null ? compactChange(change) : formatCompact(value, navDecimals));
}

function compactChange(change: Decimal): string {
  if (isZero(change)) return '0';
  const text = formatCompact(absolute(change));
  return `${isNegative(change) ? minusSign : '+'}${text}`;
}

/** The liquidated unit, or the highest ratio. */
function stateText({ worst, liquidated }: StressCell): string | null {
  if (liquidated.length > 0) return ownText(t`${liquidated.length} liq.`, 'figure');
  return worst === null ? null : formatOwnPercent(worst.ratio, wholeShare);
}

/** Then what further move liquidates the next one. */
function secondLine(cell: StressCell): string {
  const { nearest } = cell;
  const state = stateText(cell);
  const next = nearest === null ? null : formatOwnPercent(nearest, { maximumDecimals: 1, isSigned: true });
  return [state, next].filter(part => part !== null).join(' · ');
}

const wholeShare = { maximumDecimals: 0 };

/** All that the cell knows, in words. */
function wordsOf({ by, value, change, worst, liquidated, nearest }: StressCell): string {
  const signed = { maximumDecimals: 2, isSigned: true };
  const parts = [
    t`${formatPercent(by, digits)}: NAV ${formatOwn(value, { maximumDecimals: 2 })} ${valueCurrency}, ${formatOwn(change, signed)}.`,
    ownText(
      liquidated.length === 0 ? t`No liquidation.` : t`Liquidated: ${liquidated.map(({ name }) => name).join(', ')}.`,
      'figure',
    ),
  ];
  if (worst !== null && compare(worst.ratio, '1') < 0)
    parts.push(
      t`Worst margin ratio ${formatOwnPercent(worst.ratio, { maximumDecimals: 1 })}, ${ownText(worst.unit.name, 'figure')}.`,
    );
  if (nearest !== null) parts.push(t`Next liquidation after a further ${formatOwnPercent(nearest, signed)}.`);
  return parts.join(' ');
}
