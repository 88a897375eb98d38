import { compare, type Decimal } from '#shared/decimal.ts';
import type { ComparedMarket, MarketQuote } from '#shared/order-entry/comparison/compare-markets.ts';
import type { SizeAsk } from '#shared/order-entry/comparison/size-ask.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { formatDecimal, formatPercent } from '#lib/format.ts';
import { formatAge } from '#lib/age.ts';
import { useNow } from '#ui/clock.ts';
import { Chip } from '#ui/value/chip.tsx';
import { keyOfRow } from './row-keys.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface ComparisonTableProps {
  readonly id: string;
  readonly ask: SizeAsk;
  readonly target: string;
  readonly rows: readonly ComparedMarket[];
  readonly chosen: ComparedMarket | undefined;
  readonly onPick: (row: ComparedMarket) => void;
  readonly onChoose: (row: ComparedMarket) => void;
}

/** The markets side by side; the keys stay in the field above. */
export function ComparisonTable({ id, ask, target, rows, chosen, onPick, onChoose }: ComparisonTableProps) {
  const nowMs = useNow(1000);
  const { coin, side } = ask;
  const heads = [
    [t`Size`, orderHints.size],
    [t`Average`, t`Average price by the order book now`],
    [t`Slippage`, t`Distance of the average price from mid`],
    [t`Fee`, t`Fee at the taker rate of the account`],
    [`${side === 'sell' ? t`Net in` : t`Net cost`} ${target}`, t`Value with the fee, converted to the chosen currency`],
    [t`For 1 ${coin}`, t`Net price of one coin`],
    [t`vs best`, t`Distance of the net price from the best market`],
    [t`Converted via`, t`Markets whose prices convert the value`],
    [t`Depth left, 1 %`, t`Size left within 1 % of mid after the order`],
    [t`Age`, t`Time since the last update of the order book`],
  ] as const;
  return (
    <div className="where-to-trade-box">
      <table id={id} role="grid" className="where-to-trade-table" aria-label={t`Markets`}>
        <thead>
          <tr>
            <th scope="col" title={orderHints.symbol}>{t`Market`}</th>
            {heads.map(([head, hint]) => (
              <th key={head} scope="col" className="table-cell-end" title={hint}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={keyOfRow(row)}
              id={`${id} ${keyOfRow(row)}`}
              aria-selected={row === chosen}
              data-market={row.terms.symbol}
              data-refused={row.unavailableReason !== null}
              title={row.quote === null ? undefined : t`Puts it into the ticket (Enter)`}
              onPointerMove={() => onChoose(row)}
              onClick={() => onPick(row)}
            >
              <Cells row={row} coin={coin} isBest={row.behindBps !== null && row === rows[0]} />
              <td className="table-cell-end number">{row.asOfMs === null ? '–' : formatAge(nowMs - row.asOfMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellsProps {
  readonly row: ComparedMarket;
  readonly coin: string;
  readonly isBest: boolean;
}

function Cells({ row, coin, isBest }: CellsProps) {
  const { terms, quote, unavailableReason, behindBps } = row;
  const name = (
    <th scope="row">
      {terms.symbol} {isBest ? <Chip tone="up">{t`best`}</Chip> : null}
      {terms.isInverse ? <Chip>{t`inverse`}</Chip> : null}
    </th>
  );
  if (quote === null)
    return (
      <>
        {name}
        <td colSpan={9} className="where-to-trade-unavailable">
          {unavailableReason}
        </td>
      </>
    );
  return (
    <>
      {name}
      <SizeCell terms={terms} quote={quote} coin={coin} />
      <Figure text={formatDecimal(quote.averagePrice)} unit={terms.quoteCurrency} />
      <Figure text={formatDecimal(quote.slippageBps, { minimumDecimals: 1 })} unit="bps" />
      <Figure
        text={formatDecimal(quote.fee, { maximumDecimals: digitsFor(quote.fee, 8) })}
        unit={terms.settleCurrency}
        note={formatPercent(quote.takerFeeRate, { maximumDecimals: 4 })}
      />
      {unavailableReason === null ? (
        <Outcome quote={quote} behindBps={behindBps} />
      ) : (
        <td colSpan={4} className="where-to-trade-unavailable">
          {unavailableReason}
        </td>
      )}
      <Figure
        text={`${quote.isDepthCut ? '≥ ' : ''}${formatDecimal(quote.depthLeft, { maximumDecimals: 2 })}`}
        unit={coin}
      />
    </>
  );
}

interface SizeCellProps {
  readonly terms: MarketTerms;
  readonly quote: MarketQuote;
  readonly coin: string;
}

/** In lots and in coin; less than a lot is shown. */
function SizeCell({ terms, quote, coin }: SizeCellProps) {
  const isSpot = terms.venue === 'spot';
  const digits = { maximumDecimals: 8 };
  return (
    <td className="table-cell-end number">
      {formatDecimal(quote.size)}
      <span className="number-unit"> {isSpot ? coin : t`lots`}</span>
      {isSpot ? null : <span className="where-to-trade-sub">{`${formatDecimal(quote.coin, digits)} ${coin}`}</span>}
      {isRest(quote.rest) ? (
        <span className="where-to-trade-sub">{t`${formatDecimal(quote.rest, digits)} left over`}</span>
      ) : null}
    </td>
  );
}

/** A value of ten or more has two decimals, a smaller one this many digits. */
function digitsFor(value: Decimal, many: number): number {
  return compare(value, '10') < 0 ? many : 2;
}

/** A quotient's last digit is no rest. */
function isRest(rest: Decimal): boolean {
  return /[1-9]/.test(formatDecimal(rest, { maximumDecimals: 8 }));
}

interface OutcomeProps {
  readonly quote: MarketQuote;
  readonly behindBps: Decimal | null;
}

function Outcome({ quote: { net, netPrice, by }, behindBps }: OutcomeProps) {
  const cents = { minimumDecimals: 2, maximumDecimals: 2 };
  return (
    <>
      <td className="table-cell-end number where-to-trade-net">{net === null ? '–' : formatDecimal(net, cents)}</td>
      <Figure text={netPrice === null ? '–' : formatDecimal(netPrice, cents)} />
      <Figure text={behindBps === null ? '–' : formatDecimal(behindBps, cents)} unit="bps" />
      <td className="table-cell-end number">
        {by === null ? (
          '–'
        ) : by.symbol === null ? (
          t`at par`
        ) : (
          <>
            {by.symbol}
            <span className="where-to-trade-sub">
              {t`${by.side === 'buy' ? t`buy` : t`sell`} at ${formatDecimal(by.price, { maximumDecimals: digitsFor(by.price, 6) })}`}
            </span>
          </>
        )}
      </td>
    </>
  );
}

interface FigureProps {
  readonly text: string;
  readonly unit?: string | undefined;
  /** a second line */
  readonly note?: string | undefined;
}

function Figure({ text, unit, note }: FigureProps) {
  return (
    <td className="table-cell-end number">
      {text}
      {unit === undefined ? null : <span className="number-unit"> {unit}</span>}
      {note === undefined ? null : <span className="where-to-trade-sub">{note}</span>}
    </td>
  );
}
