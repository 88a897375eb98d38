import { type KillRow, type KillRun, killScopeNames } from '#shared/domain/safety/kill-switch.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { formatClock } from '#lib/time.ts';
import { Button } from '#ui/form/button.tsx';
import { TopLayer } from './top-layer.tsx';
import { t } from '#shared/words/t.ts';

interface KillReportProps {
  readonly profile: Profile;
  readonly run: KillRun;
  /** false: Fathom is locked, so only the states of the venues are drawn */
  readonly hasFigures: boolean;
  readonly onClose: () => void;
}

/**
 * What became of it, venue by venue. It stays until it is closed. During the run it can be collapsed but not closed.
 */
export function KillReport({ profile, run, hasFigures, onClose }: KillReportProps) {
  const isWhole = hasFigures && run.areFiguresHidden !== true;
  const heads = isWhole ? figureHeads : [];
  return (
    <TopLayer className="kill-report" label={t`Kill switch report`}>
      <header className="kill-report-head">
        <h2>{t`Kill switch · ${profile.name} · ${formatClock(run.startedAtMs)}`}</h2>
        <Button
          size="small"
          variant="quiet"
          label={t`Close report`}
          disabledReason={run.endedAtMs === null ? t`Still cancelling` : null}
          onPress={onClose}
        >
          ✕
        </Button>
      </header>
      <p className="kill-report-sum" role="status" aria-live="assertive">
        {isWhole ? sumText(run) : stateSumText(run)}
      </p>
      <details open>
        <summary>{t`By venue`}</summary>
        <table aria-label={t`Outcome by venue`}>
          <thead>
            <tr>
              <th scope="col" title={t`Venue and kind of the orders`}>
                {t`Venue`}
              </th>
              {heads.map(({ title, hint }) => (
                <th key={title} scope="col" title={hint}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody aria-live="polite">
            {run.rows.map(row => (
              <Row key={row.scope} row={row} isWhole={isWhole} />
            ))}
          </tbody>
        </table>
      </details>
    </TopLayer>
  );
}

function Row({ row, isWhole }: { readonly row: KillRow; readonly isWhole: boolean }) {
  const { scope, state } = row;
  return (
    <tr className={`kill-row kill-row-${state}`} data-scope={scope} data-state={state}>
      {isWhole ? (
        <Figures row={row} />
      ) : (
        <th scope="row">
          {killScopeNames[scope]}
          <span className="kill-state">{state === 'clear' ? t`clear, checked twice` : words[state]}</span>
        </th>
      )}
    </tr>
  );
}

function Figures({ row }: { readonly row: KillRow }) {
  const { scope, found, sent, gone, left, kept, isCounted, reason, readAtMs } = row;
  // one cancel of all went before they could be read
  const more = isCounted ? '' : '+';
  return (
    <>
      <th scope="row">
        {killScopeNames[scope]}
        <span className="kill-state">{stateText(row)}</span>
        {isCounted ? null : (
          <span className="kill-reason">{t`cancelled before they were counted: the real number may be higher`}</span>
        )}
        {reason === null ? null : <span className="kill-reason">{reason}</span>}
      </th>
      <td>{found === null ? '–' : `${found}${more}`}</td>
      <td>{sent}</td>
      <td>{`${gone}${more}`}</td>
      <td>{found === null ? '?' : left}</td>
      <td>{found === null ? '?' : kept}</td>
      <td>{readAtMs === null ? t`never` : formatClock(readAtMs)}</td>
    </>
  );
}

const words: Readonly<Record<KillRow['state'], string>> = {
  working: t`cancelling`,
  clear: t`none open, checked twice`,
  left: t`STILL OPEN`,
  unreachable: t`NOT REACHED`,
};

const figureHeads: readonly { readonly title: string; readonly hint: string }[] = [
  { title: t`Found`, hint: t`Open orders that were seen since the kill switch was fired` },
  { title: t`Requests`, hint: t`Cancel requests that were sent` },
  { title: t`Cancelled`, hint: t`Orders found that are no longer open` },
  { title: t`Still open`, hint: t`Orders that the exchange still reports as open` },
  { title: t`Kept`, hint: t`Protective stops that stay open by your choice` },
  { title: t`As of`, hint: t`Last time the open orders were loaded` },
];

function stateText({ state, kept }: KillRow): string {
  return state === 'clear' && kept > 0 ? t`only ${kept} protective stops open, checked twice` : words[state];
}

/** The same while Fathom is locked: which venues are clear, without a count. */
function stateSumText({ rows, endedAtMs }: Pick<KillRun, 'rows' | 'endedAtMs'>): string {
  const open = rows.filter(({ state }) => state === 'left' || state === 'unreachable');
  const named = open.map(({ scope }) => killScopeNames[scope]).join(', ');
  if (open.length > 0) return t`Not clear: ${named}. Numbers are hidden while Fathom is locked.`;
  return endedAtMs === null
    ? t`It still cancels. Numbers are hidden while Fathom is locked.`
    : t`Every venue is clear. Numbers are hidden while Fathom is locked.`;
}

function cancelledText(gone: number, rows: KillRun['rows']): string {
  if (rows.some(({ isCounted }) => !isCounted)) return t`At least ${gone} orders cancelled`;
  return gone === 1 ? t`1 order cancelled` : t`${gone} orders cancelled`;
}

/** One sentence above the table. It never says that all are cancelled while a row is not. */
export function sumText({ rows, endedAtMs }: Pick<KillRun, 'rows' | 'endedAtMs'>): string {
  const gone = rows.reduce((sum, row) => sum + row.gone, 0);
  const bad = rows.filter(({ state }) => state === 'left' || state === 'unreachable');
  const named = bad.map(({ scope }) => killScopeNames[scope]).join(', ');
  const orders = cancelledText(gone, rows);
  if (endedAtMs === null)
    return bad.length === 0 ? t`${orders} so far.` : t`${orders} so far. Not reached: ${named}. Fathom keeps trying.`;
  const kept = rows.reduce((sum, row) => sum + row.kept, 0);
  if (bad.length === 0 && kept > 0) return t`${orders}. Only ${kept} kept protective stops are still open.`;
  if (bad.length === 0) return t`${orders}. No order is open on any venue.`;
  return t`${orders}. Check at the exchange: ${named}.`;
}
