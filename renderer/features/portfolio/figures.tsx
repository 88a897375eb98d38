import type { ReactNode } from 'react';
import { type Decimal, divide, isPositive, multiply, subtract } from '#shared/decimal.ts';
import type { Portfolio } from '#shared/domain/portfolio/portfolio.ts';
import { Tooltip } from '#ui/overlay/tooltip.tsx';
import { Moment } from '#ui/value/moment.tsx';
import { NumberCell, SignedNumber } from '#ui/value/number-cell.tsx';
import { rich } from '#lib/rich.ts';
import { moneyFormat, moneyWeightedReasons } from './model/portfolio-texts.ts';
import { t } from '#shared/words/t.ts';

interface FigureProps {
  readonly title: string;
  /** what the title means */
  readonly definition: string;
  readonly children: ReactNode;
  readonly note?: ReactNode;
}

function Figure({ title, definition, children, note }: FigureProps) {
  return (
    <div className="portfolio-figure">
      <dt>
        <Tooltip content={definition}>
          <span className="portfolio-term">{title}</span>
        </Tooltip>
      </dt>
      <dd>
        <b>{children}</b>
        {note === undefined ? null : <span className="portfolio-quiet">{note}</span>}
      </dd>
    </div>
  );
}

const percent = { minimumDecimals: 2, maximumDecimals: 2, unit: '%' } as const;

function inPercent(rate: Decimal | null): Decimal | null {
  return rate === null ? null : multiply(rate, '100');
}

/** The change as a fraction of the start; null: one of them is unknown, or the start is not above 0. */
function changeRate(start: Decimal | null, change: Decimal | null): Decimal | null {
  if (start === null || change === null || !isPositive(start)) return null;
  return divide(change, start, { scale: 6, rounding: 'half-even' });
}

/** Value, change, P&L and both returns, each with its definition. */
export function Figures({ portfolio }: { readonly portfolio: Portfolio }) {
  const { currency, start, end, pnl, timeWeighted, moneyWeighted } = portfolio;
  const change = start === null || end === null ? null : subtract(end, start);
  const rate = changeRate(start, change);
  const money = { ...moneyFormat(currency), unit: currency };
  const unknownEnd = t`A balance or a price at the start or the end is unknown. See the data issues.`;
  return (
    <dl className="portfolio-figures">
      <Figure
        title={t`Value`}
        definition={t`Held less owed at the end, at the prices of that time.`}
        note={rich`as of ${<Moment epochMs={portfolio.asOfMs} />}`}
      >
        <span className="portfolio-value">
          <NumberCell value={end} {...money} unknownReason={unknownEnd} />
        </span>
      </Figure>
      <Figure
        title={t`Value change`}
        definition={t`Value at the end less value at the start, deposits and withdrawals included.`}
        note={
          <>
            {rate === null ? null : <SignedNumber value={inPercent(rate)} {...percent} />}{' '}
            {rich`since ${<Moment epochMs={portfolio.fromMs} />}`}
          </>
        }
      >
        <SignedNumber value={change} {...money} unknownReason={unknownEnd} />
      </Figure>
      <Figure
        title={t`P&L`}
        definition={t`Value at the end less value at the start, less what came in, plus what went out. What is unexplained is in it.`}
      >
        <SignedNumber value={pnl} {...money} unknownReason={unknownEnd} />
      </Figure>
      <Figure
        title={t`TWR`}
        definition={t`Time-weighted return: the growth between flows, multiplied. Deposits and withdrawals do not change it. It restarts after a gap.`}
        note={
          timeWeighted.rate === null || timeWeighted.fromMs === null || timeWeighted.fromMs <= portfolio.fromMs
            ? undefined
            : rich`since ${<Moment epochMs={timeWeighted.fromMs} />}`
        }
      >
        <Return rate={timeWeighted.rate} reason={t`Not defined: since the last gap there are no two known values.`} />
      </Figure>
      <Figure
        title={t`MWR`}
        definition={t`Money-weighted return: the one rate for the span that explains the value at the end with all flows at their times. Not annualised.`}
      >
        <Return rate={moneyWeighted.rate} reason={moneyWeightedReasons[moneyWeighted.reason ?? 'no-value']} />
      </Figure>
    </dl>
  );
}

interface ReturnProps {
  readonly rate: Decimal | null;
  /** why there is none */
  readonly reason: string;
}

function Return({ rate, reason }: ReturnProps) {
  if (rate !== null) return <SignedNumber value={inPercent(rate)} {...percent} />;
  return (
    <Tooltip content={reason}>
      <span className="portfolio-undefined">{t`not defined`}</span>
      <span className="visually-hidden">{reason}</span>
    </Tooltip>
  );
}
