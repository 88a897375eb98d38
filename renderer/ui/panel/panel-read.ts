import type { Completeness } from '#shared/domain/answers/missing-part.ts';
import type { Failure } from '#shared/errors.ts';

/** Whether changes are pushed, or asked for again and again, and then why. */
export interface PanelFeed {
  readonly state: 'live' | 'polled';
  readonly detail: string | null;
}

/** What a panel must know of its data. The bridge's reads have this shape. */
export interface PanelRead<T> {
  readonly data: T | undefined;
  readonly error: Failure | null;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  readonly updatedAtMs: number | null;
  readonly nextAttemptAtMs: number | null;
  readonly intervalMs: number | null;
  /** how its changes come between two reads; null or missing where no feed exists for it */
  readonly feed?: PanelFeed | null | undefined;
  /** whether `data` is all there is; missing where the exchange cannot give a part of it */
  readonly completeness?: Completeness | null | undefined;
  /** which lists of the exchange it comes from, as sentences; null or missing where there is one list only */
  readonly sources?: string | null | undefined;
  /** what it is a part of a list of, in words: `futures orders` */
  readonly part?: string | undefined;
  readonly cost: { readonly pool: string; readonly weight: number } | null;
  readonly retry: () => void;
}
