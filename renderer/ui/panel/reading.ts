import type { DeskError } from '../../../shared/errors.ts';

/** What a panel must know of its data. The bridge's readings have this shape. */
export interface PanelReading<T> {
  readonly data: T | undefined;
  readonly error: DeskError | null;
  readonly isLoading: boolean;
  readonly isRefreshing: boolean;
  readonly updatedAtMs: number | null;
  readonly nextAttemptAtMs: number | null;
  readonly intervalMs: number | null;
  readonly cost: { readonly pool: string; readonly weight: number } | null;
  readonly retry: () => void;
}
