import type { ReactNode } from 'react';
import { assertNever, type Failure } from '#shared/errors.ts';
import { ErrorDetail } from '../panel/panel-failure.tsx';
import { FailureNotice } from './confirm-sheet.tsx';
import { t } from '#shared/words/t.ts';

/** What is known of an action; where it comes from is not the concern of what is drawn. */
export type NoticedStage<T> =
  | { readonly kind: 'editing' | 'sending' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'resolved' | 'absent'; readonly detail: string }
  | { readonly kind: 'refused' | 'checking'; readonly error: Failure };

interface ActionNoticeProps<T> {
  readonly stage: NoticedStage<T>;
  /** the action in words: “Selling 5 lots” */
  readonly what: string;
  /** what its answer says */
  readonly done: (value: T) => ReactNode;
}

/** What became of an action, in words that never claim more than is known. */
export function ActionNotice<T>({ stage, what, done }: ActionNoticeProps<T>) {
  switch (stage.kind) {
    case 'editing':
      return null;
    case 'sending':
      return (
        <p className="notice" role="status">
          {t`${what}: sent once, waiting for the answer.`}
        </p>
      );
    case 'done':
      return <div role="status">{done(stage.value)}</div>;
    case 'refused':
      return <FailureNotice error={stage.error} />;
    case 'checking':
      return (
        <div className="notice notice-warning" role="status">
          <p>
            <b>{what}</b>
          </p>
          <p>{t`Outcome unknown: no response received. Fathom checks at the exchange and sends nothing again.`}</p>
          <ErrorDetail error={stage.error} />
        </div>
      );
    case 'resolved':
    case 'absent':
      return (
        <div className="notice notice-warning" role="status">
          <p>
            <b>{what}</b>
          </p>
          <p>{t`Checked: ${stage.detail}`}</p>
        </div>
      );
    default:
      return assertNever(stage);
  }
}
