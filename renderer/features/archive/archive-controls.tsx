import { useState } from 'react';
import {
  type ArchiveCheck,
  type ArchiveChoice,
  type ArchiveStatus,
  recordsLess,
} from '#shared/domain/archive/archive.ts';
import { fromNumber } from '#shared/decimal.ts';
import { visibleText } from '#shared/visible-text.ts';
import { useWrite } from '#bridge/use-write.ts';
import { formatDecimal } from '#lib/format.ts';
import { formatMoment } from '#lib/time.ts';
import { useNow } from '#ui/clock.ts';
import { Button } from '#ui/form/button.tsx';
import { Select } from '#ui/form/input.tsx';
import { t } from '#shared/words/t.ts';

const shares: readonly string[] = ['5', '10', '20', '50'];

/** A share that was set elsewhere, in a file for example, is offered too. */
function sharesWith(current: string): readonly string[] {
  return shares.includes(current) ? shares : [current, ...shares];
}

/**
 * Pauses and resumes the archive, and sets how much of the rate limits it uses. Both hold for all profiles. Main asks in
 * the trusted window before the archive records less.
 */
export function ArchiveControls({ isPaused, sharePercent }: Pick<ArchiveStatus, 'isPaused' | 'sharePercent'>) {
  const configure = useWrite('archive.configure', { refreshes: ['archive.status'] });
  const [isAsked, setIsAsked] = useState(false);
  const send = (next: ArchiveChoice) => {
    setIsAsked(recordsLess({ isPaused, sharePercent }, next));
    void configure.send(next);
  };
  const current = String(sharePercent);
  return (
    <>
      <Select
        label={t`Share of the rate limits`}
        value={current}
        options={sharesWith(current).map(value => ({ value, label: t`${value} % of the limits` }))}
        onChange={value => send({ isPaused, sharePercent: Number(value) })}
      />
      <Button size="small" isBusy={configure.isPending} onPress={() => send({ isPaused: !isPaused, sharePercent })}>
        {isPaused ? t`Resume` : t`Pause…`}
      </Button>
      {isAsked && configure.isPending ? <span role="status">{t`Answer in the window that asks.`}</span> : null}
      {configure.error === null ? null : <span role="alert">{configure.error.message}</span>}
    </>
  );
}

/** Checks the whole archive, and says what the check found. */
export function ArchiveCheckButton() {
  const check = useWrite('archive.verify');
  return (
    <>
      <Button size="small" isBusy={check.isPending} onPress={() => void check.send({})}>{t`Check archive`}</Button>
      {check.isPending ? <span role="status">{t`Checking all rows. This can take minutes.`}</span> : null}
      {check.error === null ? null : <span role="alert">{check.error.message}</span>}
      {check.value === undefined || check.isPending ? null : <CheckResult {...check.value} />}
    </>
  );
}

function CheckResult({ checkedAtMs, rows, answers, faultCount, faults }: ArchiveCheck) {
  const nowMs = useNow(60_000);
  const checked = t`${countText(rows)} row versions and ${countText(answers)} stored answers at ${formatMoment(checkedAtMs, nowMs)}`;
  if (faultCount === 0) return <span role="status">{t`Checked ${checked}: no faults.`}</span>;
  return (
    <div role="alert" className="notice notice-warning archive-faults">
      <p>
        {t`Checked ${checked}: ${countText(faultCount)} faults. Keep a copy of the archive and restore a backup, or move the file away: Fathom then starts a new archive.`}
      </p>
      <ul className="selectable">
        {faults.map(fault => (
          <li key={fault}>{visibleText(fault)}</li>
        ))}
      </ul>
    </div>
  );
}

const countText = (count: number) => formatDecimal(fromNumber(count));

/** Makes main ask for the password of the archive's database, in the trusted window. */
export function ConnectDatabase() {
  const connect = useWrite('archive.connect', { refreshes: ['archive.status'] });
  return (
    <div className="archive-controls">
      <Button size="small" isBusy={connect.isPending} onPress={() => void connect.send({})}>{t`Connect…`}</Button>
      {connect.isPending ? <span role="status">{t`Answer in the window that asks.`}</span> : null}
      {connect.error === null ? null : <span role="alert">{connect.error.message}</span>}
    </div>
  );
}
