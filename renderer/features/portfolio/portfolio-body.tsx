import { useRef } from 'react';
import type { Portfolio, PortfolioDay, PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { visibleText } from '#shared/visible-text.ts';
import { Button } from '#ui/form/button.tsx';
import { Tabs } from '#ui/table/tabs.tsx';
import { WaterfallPanel } from './changes/waterfall.tsx';
import { EquityCurve } from './curve/equity-curve.tsx';
import { PnlCalendar } from './days/pnl-calendar.tsx';
import { Figures } from './figures.tsx';
import { IssueList } from './issues/issue-list.tsx';
import type { IssueNames } from './issues/issue-text.ts';
import { MarketTable } from './market-table.tsx';
import { type AccountNames, snapshotPartTitle } from './model/portfolio-texts.ts';
import type { PortfolioView } from './model/portfolio-view.ts';
import type { OpenedDay } from './model/span.ts';
import type { PortfolioChoice } from './model/use-portfolio.ts';
import { t } from '#shared/words/t.ts';

interface PortfolioBodyProps {
  readonly portfolio: Portfolio;
  readonly question: PortfolioQuestion;
  /** of the whole span, also while one day is opened */
  readonly days: readonly PortfolioDay[];
  readonly choice: PortfolioChoice;
  readonly view: PortfolioView;
  readonly names: Omit<IssueNames, 'nowMs'>;
  readonly onView: (part: Partial<PortfolioView>) => void;
  readonly onDay: (day: OpenedDay) => void;
  readonly onArchive: () => void;
}

export function PortfolioBody(props: PortfolioBodyProps) {
  const { portfolio, question, names, view, onView } = props;
  const lower = useRef<HTMLDivElement>(null);
  const showIssues = () => {
    onView({ tab: 'issues' });
    lower.current?.focus();
  };
  return (
    <div className="portfolio-body">
      <div className="portfolio-top">
        <Figures portfolio={portfolio} />
        <LeftOut portfolio={portfolio} names={names.accounts} />
      </div>
      <EquityCurve portfolio={portfolio} view={view} onView={onView} />
      <WaterfallPanel portfolio={portfolio} question={question} names={names.accounts} onIssues={showIssues} />
      <div className="portfolio-lower" ref={lower} tabIndex={-1}>
        <Tabs
          label={t`Details of the portfolio`}
          tabs={tabsOf(props)}
          selectedId={view.tab}
          onSelect={tab => onView({ tab })}
          trailing={view.tab === 'days' ? <DayTableSwitch view={view} onView={onView} /> : null}
        />
      </div>
    </div>
  );
}

function DayTableSwitch({ view: { isDayTable }, onView }: Pick<PortfolioBodyProps, 'view' | 'onView'>) {
  return (
    <span className="portfolio-tab-tools">
      <Button
        size="small"
        isPressed={isDayTable}
        label={t`Days as a table`}
        onPress={() => onView({ isDayTable: !isDayTable })}
      >
        {t`Table`}
      </Button>
    </span>
  );
}

function tabsOf({ portfolio, days, choice, view, names, onDay, onArchive }: PortfolioBodyProps) {
  const { currency, issues } = portfolio;
  return [
    {
      id: 'days',
      title: t`P&L calendar`,
      content: (
        <PnlCalendar
          days={days}
          currency={currency}
          opened={choice.day?.day ?? null}
          onOpen={onDay}
          isTable={view.isDayTable}
        />
      ),
    },
    { id: 'markets', title: t`By market`, content: <MarketTable portfolio={portfolio} /> },
    {
      id: 'issues',
      title: t`Data issues`,
      count: issues.length,
      content: <IssueList issues={issues} names={names} onArchive={onArchive} />,
    },
  ];
}

const missingTexts = {
  start: t`no price at the start`,
  end: t`no price at the end`,
  movement: t`no price at a movement`,
} as const;

const text = (names: readonly string[]) => names.join(', ');

/** More names are unfolded by a press. */
const mostNamed = 4;

/** What the totals do not count, by name. */
function LeftOut({ portfolio, names }: { readonly portfolio: Portfolio; readonly names: AccountNames }) {
  const coins = portfolio.leftOut.map(({ coin, missing }) => `${visibleText(coin)} (${missingTexts[missing]})`);
  const accounts = portfolio.issues.flatMap(({ kind, subject }) => {
    const account = snapshotPartTitle(subject, names);
    if (kind === 'main-wallet-only') return [t`${account} (main wallet only)`];
    return kind === 'no-balance' ? [t`${account} (no balance)`] : [];
  });
  const all = [...coins, ...accounts];
  if (all.length === 0) return null;
  if (all.length <= mostNamed) return <p className="portfolio-left-out">{t`Left out: ${text(all)}`}</p>;
  return (
    <details className="portfolio-left-out">
      <summary>{t`Left out: ${text(all.slice(0, mostNamed))} and ${all.length - mostNamed} more`}</summary>
      {text(all.slice(mostNamed))}
    </details>
  );
}
