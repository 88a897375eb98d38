import { type KillRow, type KillRun, killScopeNames } from '#shared/domain/safety/kill-switch.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { formatClock } from '#lib/time.ts';
import { Button } from '#ui/form/button.tsx';
import { TopLayer } from './top-layer.tsx';
import { t } from '#shared/words/t.ts';

interface KillReportProps {
  readonly profile: Profile;
  readonly run: KillRun;
  readonly onClose: () => void;
}

/** What became of it, venue by venue. It stays until it is closed, and cannot be closed while it goes on, only folded. */
export function KillReport({ profile, run, onClose }: KillReportProps) {
  return (
    <TopLayer className="kill-report" label={t`Kill switch report`}>
      <header className="kill-report-head">
        <h2>{t`Kill switch · ${profile.name} · ${formatClock(run.startedAtMs)}`}</h2>
        <Button
          size="small"
          variant="quiet"
          label={t`Close the report`}
          disabledReason={run.endedAtMs === null ? t`It still cancels` : null}
          onPress={onClose}
        >
          ✕
        </Button>
      </header>
      <p className="kill-report-sum" role="status" aria-live="assertive">
        {sumText(run)}
      </p>
      <details open>
        <summary>{t`Venue by venue`}</summary>
        <table aria-label={t`What became of the orders`}>
          <thead>
            <tr>
              {[t`Venue`, t`Found`, t`Requests`, t`Gone`, t`Left`, t`Kept`, t`Read at`].map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody aria-live="polite">
            {run.rows.map(row => (
              <Row key={row.scope} row={row} />
            ))}
          </tbody>
        </table>
      </details>
    </TopLayer>
  );
}

function Row({ row }: { readonly row: KillRow }) {
  const { scope, state, found, sent, gone, left, kept, isCounted, reason, readAtMs } = row;
  // one cancel of all went before they could be read
  const more = isCounted ? '' : '+';
  return (
    <tr className={`kill-row kill-row-${state}`} data-scope={scope} data-state={state}>
      <th scope="row">
        {killScopeNames[scope]}
        <span className="kill-state">{stateText(row)}</span>
        {isCounted ? null : (
          <span className="kill-reason">{t`cancelled before they could be read: more may be gone than were seen`}</span>
        )}
        {reason === null ? null : <span className="kill-reason">{reason}</span>}
      </th>
      <td>{found === null ? '–' : `${found}${more}`}</td>
      <td>{sent}</td>
      <td>{`${gone}${more}`}</td>
      <td>{found === null ? '?' : left}</td>
      <td>{found === null ? '?' : kept}</td>
      <td>{readAtMs === null ? t`never` : formatClock(readAtMs)}</td>
    </tr>
  );
}

const words: Readonly<Record<KillRow['state'], string>> = {
  working: t`cancelling`,
  clear: t`nothing left, read twice`,
  left: t`NOT GONE`,
  unreachable: t`NOT REACHED`,
};

function stateText({ state, kept }: KillRow): string {
  return state === 'clear' && kept > 0 ? t`nothing left but ${kept} kept, read twice` : words[state];
}

function goneText(gone: number, rows: KillRun['rows']): string {
  if (rows.some(({ isCounted }) => !isCounted)) return t`At least ${gone} orders are gone`;
  return gone === 1 ? t`1 order is gone` : t`${gone} orders are gone`;
}

/** One sentence over the table: never "all gone" over a row that is not. */
export function sumText({ rows, endedAtMs }: Pick<KillRun, 'rows' | 'endedAtMs'>): string {
  const gone = rows.reduce((sum, row) => sum + row.gone, 0);
  const bad = rows.filter(({ state }) => state === 'left' || state === 'unreachable');
  const named = bad.map(({ scope }) => killScopeNames[scope]).join(', ');
  const orders = goneText(gone, rows);
  if (endedAtMs === null)
    return bad.length === 0 ? t`${orders} so far.` : t`${orders} so far. Not reached: ${named}; tried again and again.`;
  const kept = rows.reduce((sum, row) => sum + row.kept, 0);
  if (bad.length === 0 && kept > 0) return t`${orders}. Only ${kept} protective stops are active, which were kept.`;
  if (bad.length === 0) return t`${orders}. Nothing is active any more on any venue.`;
  return t`${orders}. Look at the exchange for: ${named}.`;
}
