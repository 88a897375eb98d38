import { type Connection, openConnection } from './connection.ts';
import type { FeedContext, FeedTimes, GetAccess } from './context.ts';

export interface DialOptions {
  readonly getAccess: GetAccess;
  readonly context: FeedContext;
  readonly times: FeedTimes;
  /** gives up dialling */
  readonly signal: AbortSignal;
}

const unwanted = 'The connection was no longer wanted.';

/** A new token, a new connection, welcomed in time (docs/exchange/feeds.md §1). A text says why there is none. */
export async function dial({ getAccess, context, times, signal }: DialOptions): Promise<Connection | string> {
  const access = await getAccess(signal);
  if (!access.ok) return access.error.message;
  if (signal.aborted) return unwanted;
  const connection = openConnection({ context, times, access: access.value });
  const settled = new AbortController();
  const abandon = (): void => connection.drop(unwanted);
  signal.addEventListener('abort', abandon, { once: true });
  void context.wait(times.welcomeMs, settled.signal).then(() => {
    if (!settled.signal.aborted) connection.drop('The exchange did not welcome the feed connection in time.');
  });
  const isWelcome = await connection.welcomed;
  settled.abort();
  signal.removeEventListener('abort', abandon);
  return isWelcome ? connection : await connection.ended;
}
