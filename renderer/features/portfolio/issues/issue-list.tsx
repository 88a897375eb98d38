import type { PortfolioIssue } from '#shared/domain/portfolio/portfolio.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { EmptyState } from '#ui/panel/panel-states.tsx';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { type IssueNames, issueText } from './issue-text.ts';
import { t } from '#shared/words/t.ts';

const mostShown = 100;

interface IssueListProps {
  readonly issues: readonly PortfolioIssue[];
  readonly names: Omit<IssueNames, 'nowMs'>;
  readonly onArchive: () => void;
}

/** What makes the figures incomplete, with what to do. */
export function IssueList({ issues, names, onArchive }: IssueListProps) {
  usePrivacy();
  const nowMs = useNow(60_000);
  if (issues.length === 0) return <EmptyState reason={t`No data issue: every figure of this span is complete.`} />;
  return (
    <div className="portfolio-issues">
      <p>
        <Button size="small" onPress={onArchive}>{t`Open the archive`}</Button>
      </p>
      <ul>
        {issues.slice(0, mostShown).map((issue, index) => {
          const { text, advice } = issueText(issue, { ...names, nowMs });
          return (
            // two issues of one kind and subject may begin at one time
            // oxlint-disable-next-line react/no-array-index-key
            <li key={`${issue.kind} ${issue.subject} ${index}`}>
              {text} <span className="portfolio-quiet">{advice}</span>
            </li>
          );
        })}
      </ul>
      {issues.length > mostShown ? <p>{t`${issues.length - mostShown} more`}</p> : null}
    </div>
  );
}
