import type { AuditRow, AuditReport } from '#shared/domain/safety/audit.ts';
import { useRead } from '#bridge/use-read.ts';
import { useWrite } from '#bridge/use-write.ts';
import { visibleText } from '#shared/visible-text.ts';
import { actionKindText, actionStateText } from '#lib/action-texts.ts';
import { formatMoment, formatUtc } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { FailureNotice } from '#ui/overlay/confirm-sheet.tsx';
import { t } from '#shared/words/t.ts';

interface AuditListProps {
  /** the profile that main asks for in the trusted window */
  readonly profileId: string;
  readonly names: ReadonlyMap<string, string>;
}

/** Who did what, when, with what outcome: newest first, checked and written into a file on request. */
export function AuditList({ profileId, names }: AuditListProps) {
  const nowMs = useNow(60_000);
  const read = useRead('audit.list', {});
  const verify = useWrite('audit.verify');
  const save = useWrite('audit.export');
  const accept = useWrite('audit.accept');
  const error = read.error ?? verify.error ?? save.error ?? accept.error;
  const result = accept.value ?? verify.value;
  const rows = read.data ?? [];
  // the rows that it counts are those that stand below
  const checkChain = () => {
    accept.reset();
    void verify.send({});
    read.retry();
  };
  return (
    <fieldset className="safety-part">
      <legend>{t`Audit`}</legend>
      <div className="safety-actions">
        <Button onPress={checkChain}>{t`Check the chain`}</Button>
        <Button onPress={() => save.send({})}>{t`Export`}</Button>
        <AcceptButton result={result} onPress={() => void accept.send({ profileId })} />
        <Button variant="quiet" onPress={() => read.retry()}>{t`Refresh`}</Button>
      </div>
      <p role="status" className="safety-state selectable">
        {result === undefined ? '' : reportText(result)}
        {save.value === undefined ? '' : t` ${save.value.rows} rows written to ${save.value.file}`}
      </p>
      {error === null ? null : <FailureNotice error={error} />}
      <div className="audit-box">
        <table className="audit" aria-label={t`Audit`}>
          <thead>
            <tr>
              {auditHeads.map(({ title, hint }) => (
                <th key={title} scope="col" title={hint}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Row key={row.n} row={row} nowMs={nowMs} name={names.get(row.profileId) ?? row.profileId} />
            ))}
          </tbody>
        </table>
        {read.data?.length === 0 ? <p className="audit-none">{t`No actions were sent.`}</p> : null}
      </div>
    </fieldset>
  );
}

const auditHeads: readonly { readonly title: string; readonly hint: string }[] = [
  { title: '#', hint: t`Number of the row in the audit journal` },
  { title: t`When`, hint: t`Time of this computer, in your time zone` },
  { title: t`Who`, hint: t`User of the operating system, and profile` },
  { title: t`What`, hint: t`Action and its terms` },
  { title: t`Outcome`, hint: t`State of the action after this step` },
  { title: t`Policy`, hint: t`What the policy decided; –: it was not checked` },
  { title: t`Weight`, hint: t`Rate-limit weight that the action used so far; –: nothing was sent` },
];

interface AcceptButtonProps {
  readonly result: AuditReport | undefined;
  readonly onPress: () => void;
}

/** Only where a check found something wrong; main asks in the trusted window. */
function AcceptButton({ result, onPress }: AcceptButtonProps) {
  if (result === undefined || result.problem === null) return null;
  return <Button onPress={onPress}>{t`Accept as a new beginning…`}</Button>;
}

interface RowProps {
  readonly row: AuditRow;
  readonly name: string;
  readonly nowMs: number;
}

function Row({ row, name, nowMs }: RowProps) {
  const { n, atMs, user, kind, key, summary, state, detail, verdict, weight } = row;
  return (
    <tr>
      <td>{n}</td>
      <td title={formatUtc(atMs)}>{formatMoment(atMs, nowMs)}</td>
      <td>{t`${visibleText(user)} as ${visibleText(name)}`}</td>
      <td title={visibleText(key)}>
        {actionKindText(kind)}
        {summary === '' ? '' : `: ${visibleText(summary)}`}
      </td>
      <td>
        {actionStateText(state)}
        {detail === null ? '' : `: ${visibleText(detail)}`}
      </td>
      <td>{verdict === null ? '–' : visibleText(verdict)}</td>
      <td>{weight ?? '–'}</td>
    </tr>
  );
}

/** Never says that the chain is whole where only accidental damage was looked for. */
export function reportText({ rows, lastRow, problem, provenTo, limits }: AuditReport): string {
  return [findingText({ rows, lastRow, problem, provenTo }), ...limits].join(' ');
}

function findingText({ rows, lastRow, problem, provenTo }: Omit<AuditReport, 'limits' | 'firstAtMs' | 'lastAtMs'>) {
  if (problem !== null) return t`NOT WHOLE, of ${rows} rows: ${problem}`;
  if (rows === 0) return t`There is nothing to check yet.`;
  if (provenTo === null) return t`${rows} rows: no damage was found, as far as can be checked without a key.`;
  if (provenTo < lastRow) return t`${rows} rows, and the chain is whole up to row ${provenTo}.`;
  return t`${rows} rows, and the chain is whole.`;
}
