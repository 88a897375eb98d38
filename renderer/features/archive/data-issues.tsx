import type { StreamStatus } from '#shared/domain/archive/archive.ts';
import { fromNumber } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { formatAge } from '#lib/age.ts';
import { streamTitles } from '#lib/archive/stream-titles.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { issueHints, partLabels, unprovenText } from './archive-texts.ts';
import { type DataIssue, groupIssues, type IssueGroup, issuesOf } from './issues.ts';
import { t } from '#shared/words/t.ts';

const mostShown = 50;

function issueText(issue: DataIssue, nowMs: number): string {
  const { title, kind, fromMs, toMs } = issue;
  if (kind === 'failing')
    return t`${title}: cannot be read since ${formatMoment(fromMs, nowMs)}. ${visibleText(issue.reason)}`;
  if (kind === 'break') {
    const [currency, key] = [visibleText(issue.currency), visibleText(issue.key)];
    if (key === '') return t`${title}: bookings in ${currency} are missing before ${formatMoment(fromMs, nowMs)}`;
    return t`${title}: bookings in ${currency} are missing before ${formatMoment(fromMs, nowMs)} (${key})`;
  }
  if (kind === 'unproven') {
    return t`${title}, ${formatMoment(fromMs, nowMs)} to ${formatMoment(toMs, nowMs)}: ${unprovenText(issue)}`;
  }
  const [from, to, length] = [formatMoment(fromMs, nowMs), formatMoment(toMs, nowMs), formatAge(toMs - fromMs)];
  return t`${title}: ${partLabels[kind]} from ${from} to ${to} (${length})`;
}

/** So many issues of a stream are shown without opening its line. */
const mostOpen = 3;

function IssueLine({ issue }: { readonly issue: DataIssue }) {
  const nowMs = useNow(60_000);
  return <li title={issueHints[issue.kind]}>{issueText(issue, nowMs)}</li>;
}

function IssueList({ issues }: Pick<IssueGroup, 'issues'>) {
  return (
    <>
      <ul>
        {issues.slice(0, mostShown).map(issue => (
          <IssueLine
            key={`${issue.title} ${issue.kind} ${issue.fromMs} ${issue.kind === 'break' ? issue.currency : ''}`}
            issue={issue}
          />
        ))}
      </ul>
      {issues.length > mostShown ? <p>{t`${issues.length - mostShown} more`}</p> : null}
    </>
  );
}

/** What is missing, by stream: failing symbols, gaps, lost time, failed proofs and bookings, the newest first. */
export function DataIssues({ streams }: { readonly streams: readonly StreamStatus[] }) {
  const groups = groupIssues(issuesOf(streams));
  if (groups.length === 0) return <p className="archive-issues">{t`No coverage gap and nothing lost.`}</p>;
  return (
    <section className="archive-issues" aria-label={t`Data issues`}>
      <h3>{t`Data issues`}</h3>
      {groups.map(({ stream, issues }) =>
        issues.length === 1 ? (
          <IssueList key={stream} issues={issues} />
        ) : (
          <details key={stream} open={issues.length <= mostOpen}>
            <summary>{t`${streamTitles[stream]}: ${formatDecimal(fromNumber(issues.length))} issues`}</summary>
            <IssueList issues={issues} />
          </details>
        ),
      )}
    </section>
  );
}
