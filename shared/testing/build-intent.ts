import type { Intent } from '../domain/account/intent.ts';

/** For tests: margin to be added, and sent. */
export function buildIntent(overrides: Partial<Intent> = {}): Intent {
  return {
    id: 'i',
    profileId: 'p',
    kind: 'add-margin',
    key: 'b',
    symbol: 'XBTUSDTM',
    summary: 'Add 5 USDT to XBTUSDTM',
    state: 'sent',
    detail: null,
    createdAtMs: 1,
    updatedAtMs: 1,
    ...overrides,
  };
}
