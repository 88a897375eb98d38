import type { ReactNode } from 'react';
import { t } from '#shared/words/t.ts';

/** Grey rows in the place of the first data. */
export function Skeleton({ rows }: { readonly rows: number }) {
  return (
    <div className="skeleton" role="status" aria-label={t`Loading`}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton-row" />
      ))}
    </div>
  );
}

export interface EmptyStateProps {
  /** what there is none of, and within which filter or time */
  readonly reason: string;
  /** a way to see more: a button */
  readonly action?: ReactNode;
}

export function EmptyState({ reason, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p>{reason}</p>
      {action}
    </div>
  );
}
