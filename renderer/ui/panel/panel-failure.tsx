import type { Failure } from '#shared/errors.ts';
import { formatAge } from '#lib/age.ts';
import { useNow } from '../clock.ts';
import { Button } from '../form/button.tsx';
import type { PanelRead } from './panel-read.ts';
import { t } from '#shared/words/t.ts';

interface FailureProps {
  readonly error: Failure;
  readonly read: Pick<PanelRead<unknown>, 'nextAttemptAtMs' | 'retry' | 'isRefreshing' | 'cost'>;
}

/** No data at all: the whole story, and a way to try again. */
export function ErrorState({ error, read }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <p className="failure-title">{error.message}</p>
      <ErrorDetail error={error} />
      <p className="failure-next">
        <NextAttempt atMs={read.nextAttemptAtMs} pool={read.cost?.pool} />
      </p>
      <Button size="small" onPress={read.retry} isBusy={read.isRefreshing}>{t`Retry`}</Button>
    </div>
  );
}

/** Data is still there, but older than it should be: one line above it. */
export function ErrorStrip({ error, read }: FailureProps) {
  return (
    <div className="failure-strip" role="status">
      <span className="failure-strip-text" title={detailText(error)}>
        {error.message}
        {error.code === undefined
          ? ''
          : ` (${error.code}${error.exchangeMessage === undefined ? '' : ` ${error.exchangeMessage}`})`}
      </span>
      <NextAttempt atMs={read.nextAttemptAtMs} pool={undefined} />
      <Button size="small" variant="quiet" onPress={read.retry}>{t`Retry`}</Button>
    </div>
  );
}

/** The exchange's own code and words, verbatim, and where it happened. */
export function ErrorDetail({ error }: { readonly error: Failure }) {
  const detail = detailText(error);
  return detail === '' ? null : <p className="failure-detail selectable">{detail}</p>;
}

function detailText(error: Failure): string {
  const status = error.httpStatus === undefined ? undefined : t`HTTP ${error.httpStatus}`;
  const field = error.field === undefined ? undefined : t`field ${error.field}`;
  return [error.code, error.exchangeMessage, error.endpoint, field, status]
    .filter(part => part !== undefined)
    .join(' · ');
}

function NextAttempt({ atMs, pool }: { readonly atMs: number | null; readonly pool: string | undefined }) {
  const nowMs = useNow(1000);
  if (atMs === null) return null;
  const waitMs = atMs - nowMs;
  const when = waitMs < 1000 ? t`now` : t`in ${formatAge(Math.max(waitMs, 0)).replace(/\.\d/, '')}`;
  return (
    <span className="failure-countdown">
      {t`next try ${when}`}
      {pool === undefined ? '' : t` · ${pool} pool`}
    </span>
  );
}
