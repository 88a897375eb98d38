import type { Result } from '#shared/errors.ts';

/** The value, or a test failure that shows the whole error. */
export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

export const visible = { priority: 'visible' } as const;
export const action = { priority: 'action' } as const;
