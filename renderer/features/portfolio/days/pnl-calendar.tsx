import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { isNegative, isZero } from '#shared/decimal.ts';
import type { PortfolioDay } from '#shared/domain/portfolio/portfolio.ts';
import { formatCompact } from '#lib/compact.ts';
import { unknownText } from '#lib/format.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { ownText } from '#lib/own/privacy.ts';
import { formatDay } from '#lib/time.ts';
import { catalogue, t } from '#shared/words/t.ts';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { useHidden } from '#ui/value/hidden.tsx';
import { moneyFormat } from '../model/portfolio-texts.ts';
import type { OpenedDay } from '../model/span.ts';
import { type CalendarCell, type CalendarMonth, calendarMonths, dayAfterKey } from './calendar-grid.ts';
import { DayTable } from './day-table.tsx';

interface PnlCalendarProps {
  readonly days: readonly PortfolioDay[];
  readonly currency: string;
  /** the day that is opened, YYYY-MM-DD; null: none */
  readonly opened: string | null;
  readonly onOpen: (day: OpenedDay) => void;
  readonly isTable: boolean;
}

/** P&L by day, as months or as a table. A day opens its own span. */
export function PnlCalendar(props: PnlCalendarProps) {
  if (props.days.length === 0) return <EmptyState reason={t`There is no day with a value in this span.`} />;
  return <div className="portfolio-calendar">{props.isTable ? <DayTable {...props} /> : <Months {...props} />}</div>;
}

function Months({ days, currency, opened, onOpen }: PnlCalendarProps) {
  const months = useMemo(() => calendarMonths(days), [days]);
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  // one stop for Tab: the day that had the focus, else the opened one, else the newest
  const stop = days.find(({ day }) => day === (focused ?? opened))?.day ?? days.at(-1)?.day;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stop === undefined ? null : dayAfterKey(days, stop, event.key);
    if (next === null) return;
    event.preventDefault();
    setFocused(next);
    box.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <div className="portfolio-months" ref={box} onKeyDown={onKeyDown}>
      {months.map(month => (
        <Month
          key={month.month}
          month={month}
          currency={currency}
          stop={stop}
          opened={opened}
          onOpen={({ day, startMs, endMs }) => {
            setFocused(day);
            onOpen({ day, startMs, endMs });
          }}
        />
      ))}
    </div>
  );
}

// a Monday and the six days after it
const firstMonday = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;
const language = catalogue?.language ?? 'en';
const weekdayFormat = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const weekdays = Array.from({ length: 7 }, (_, index) => weekdayFormat.format(firstMonday + index * dayMs));

interface MonthProps {
  readonly month: CalendarMonth;
  readonly currency: string;
  readonly stop: string | undefined;
  readonly opened: string | null;
  readonly onOpen: (day: PortfolioDay) => void;
}

function Month({ month, currency, stop, opened, onOpen }: MonthProps) {
  const title = monthFormat.format(Date.parse(`${month.month}-01T00:00:00Z`));
  return (
    <table className="portfolio-month" aria-label={t`P&L of ${title}`}>
      <caption>{title}</caption>
      <thead>
        <tr>
          {weekdays.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, index) => (
          <tr key={week.find(cell => cell !== null)?.day}>
            {week.map((cell, at) => (
              <td key={cell?.day ?? `${index} ${at}`}>
                {cell === null ? null : (
                  <Day
                    cell={cell}
                    currency={currency}
                    isStop={cell.day === stop}
                    isOpened={cell.day === opened}
                    onOpen={onOpen}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  readonly cell: CalendarCell;
  readonly currency: string;
  readonly isStop: boolean;
  readonly isOpened: boolean;
  readonly onOpen: (day: PortfolioDay) => void;
}

function Day({ cell, currency, isStop, isOpened, onOpen }: DayProps) {
  const { result, dayOfMonth } = cell;
  const isHidden = useHidden();
  if (result === null) return <span className="portfolio-day portfolio-day-none">{dayOfMonth}</span>;
  const { pnl } = result;
  const direction = isHidden || pnl === null || isZero(pnl) ? 'none' : isNegative(pnl) ? 'down' : 'up';
  const exact =
    pnl === null ? t`P&L unknown` : `${formatOwn(pnl, { ...moneyFormat(currency), isSigned: true })} ${currency}`;
  return (
    <button
      type="button"
      className={`portfolio-day portfolio-day-${direction}`}
      data-day={cell.day}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isOpened}
      title={exact}
      onClick={() => onOpen(result)}
    >
      <span className="portfolio-day-number" aria-hidden="true">
        {dayOfMonth}
      </span>
      <span className="number" aria-hidden="true">
        {shortPnl(pnl)}
      </span>
      <span className="visually-hidden">{`${formatDay(cell.day, true)}: ${exact}`}</span>
    </button>
  );
}

function shortPnl(pnl: PortfolioDay['pnl']): string {
  if (pnl === null) return unknownText;
  const sign = isNegative(pnl) || isZero(pnl) ? '' : '+';
  return ownText(`${sign}${formatCompact(pnl, 1)}`);
}
