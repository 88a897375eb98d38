import type { SpotAccountKind } from '#shared/domain/answers/spot-coverage.ts';
import type { ExchangeClient } from '../client.ts';
import type { CallOptions } from '../types.ts';

/** What the exchange says of the account: asked once, and again after an answer that failed. */
export interface AccountKind {
  /** as far as it is known now */
  readonly now: () => SpotAccountKind;
  /** Asks unless it is known. Never fails: without an answer it is `unknown`. */
  readonly read: (options: CallOptions) => Promise<SpotAccountKind>;
}

/** After a failure the next request waits so long: it is one of the dearest. */
const retryMs = 60_000;

/** docs/exchange/endpoints.md §3.10. */
export function createAccountKind(accounts: Pick<ExchangeClient['accounts'], 'hfOpened'>, nowMs: () => number) {
  let known: SpotAccountKind = 'unknown';
  let asking: Promise<SpotAccountKind> | null = null;
  let failedAtMs = Number.NEGATIVE_INFINITY;
  const ask = async ({ priority }: CallOptions): Promise<SpotAccountKind> => {
    const answer = await accounts.hfOpened({}, { priority });
    asking = null;
    if (answer.ok) known = answer.value ? 'high-frequency' : 'classic';
    else failedAtMs = nowMs();
    return known;
  };
  const kind: AccountKind = {
    now: () => known,
    async read(options) {
      if (known !== 'unknown' || nowMs() - failedAtMs < retryMs) return known;
      asking ??= ask(options);
      return await asking;
    },
  };
  return kind;
}
