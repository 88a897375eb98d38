import type { PanelRead } from '../panel-read.ts';

/** For tests: a read that has been asked for and has not arrived. */
export function buildPanelRead<T>(overrides: Partial<PanelRead<T>> = {}): PanelRead<T> {
  return {
    data: undefined,
    error: null,
    isLoading: true,
    isRefreshing: false,
    updatedAtMs: null,
    nextAttemptAtMs: null,
    intervalMs: null,
    cost: null,
    retry: () => undefined,
    ...overrides,
  };
}
