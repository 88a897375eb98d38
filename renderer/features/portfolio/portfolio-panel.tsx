import { Panel } from '#ui/panel/panel.tsx';
import { ErrorState } from '#ui/panel/panel-failure.tsx';
import type { PanelRead } from '#ui/panel/panel-read.ts';
import { Skeleton } from '#ui/panel/panel-states.tsx';
import type { Portfolio } from '#shared/domain/portfolio/portfolio.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { ArchiveNotice, NoBalances } from './archive-notice.tsx';
import { useOwners } from './model/use-owners.ts';
import { useAccountNames } from './model/use-account-names.ts';
import { usePortfolioState } from './model/portfolio-store.ts';
import { usePortfolio, usePortfolioQuestion } from './model/use-portfolio.ts';
import { PortfolioBody } from './portfolio-body.tsx';
import { type CurrencyChoice, PortfolioControls } from './portfolio-controls.tsx';
import { t } from '#shared/words/t.ts';
import './portfolio.css';
import './portfolio-details.css';

interface PortfolioPanelProps extends CurrencyChoice {
  readonly profileId: string;
  /** titles of the lists of the archive, by stream */
  readonly streamTitles: Readonly<Record<string, string>>;
}

/** The controls stay in place while an answer is loading or has failed, so that another one can be chosen. */
function withControls(read: PanelRead<Portfolio>): PanelRead<Portfolio | null> {
  return { ...read, data: read.data ?? null, error: read.data === undefined ? null : read.error };
}

/** Value over time, what changed it and why, P&L by day and by market, and what makes the figures incomplete. */
export function PortfolioPanel({ profileId, streamTitles, ...currencyChoice }: PortfolioPanelProps) {
  const { choice, view, choose, setView } = usePortfolioState(profileId);
  const names = useAccountNames(profileId);
  const showPanel = useWorkspaceStore(state => state.showPanel);
  const question = usePortfolioQuestion(profileId, currencyChoice.currency, choice);
  const read = usePortfolio(question, choice);
  // the calendar keeps the days of the whole span while one of them is opened
  const wholeChoice = { ...choice, day: null };
  const whole = usePortfolio(usePortfolioQuestion(profileId, currencyChoice.currency, wholeChoice), wholeChoice);
  const owners = useOwners(profileId, read.data);
  const onArchive = () => showPanel('archive');
  return (
    <Panel title={t`Portfolio`} read={withControls(read)}>
      {portfolio => (
        <div className="portfolio">
          <PortfolioControls {...currencyChoice} choice={choice} change={choose} owners={owners} names={names} />
          <ArchiveNotice profileId={profileId} onArchive={onArchive} />
          {portfolio === null ? (
            <Waiting read={read} profileId={profileId} onArchive={onArchive} />
          ) : isEmpty(portfolio) ? (
            <NoBalances profileId={profileId} onArchive={onArchive} />
          ) : (
            <PortfolioBody
              portfolio={portfolio}
              question={question}
              days={whole.data?.days ?? portfolio.days}
              choice={choice}
              view={view}
              names={{ accounts: names, streams: streamTitles }}
              onView={setView}
              onDay={day => choose({ day })}
              onArchive={onArchive}
            />
          )}
        </div>
      )}
    </Panel>
  );
}

function isEmpty({ curve, start, end }: Portfolio): boolean {
  return start === null && end === null && curve.every(({ value }) => value === null);
}

interface WaitingProps {
  readonly read: PanelRead<Portfolio>;
  readonly profileId: string;
  readonly onArchive: () => void;
}

/** In the place of an answer: it is loading, nothing is recorded yet, or it has failed. */
function Waiting({ read, ...recording }: WaitingProps) {
  const { error } = read;
  if (error === null) return <Skeleton rows={8} />;
  return error.kind === 'not-found' ? <NoBalances {...recording} /> : <ErrorState error={error} read={read} />;
}
