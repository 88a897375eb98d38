import { isDecimal, isZero } from '#shared/decimal.ts';
import type { StreamName } from '#shared/domain/archive/archive.ts';
import { leaveOut } from '#client/wire/unreadable-rows.ts';
import type { BalanceSnapshot } from '../archive-store.ts';
import { costOf, minuteMs } from '../streams/stream.ts';
import { allStreams } from '../streams/streams.ts';
import { noteSymbols, type Session, waitForShare } from './session.ts';

const coinsEveryMs = 60 * minuteMs;
const coinsRetryMs = 10 * minuteMs;
const bookedRetryMs = minuteMs;

/** Streams whose rows name the coins that were held. */
const coinStreams: readonly StreamName[] = [
  'account-ledger',
  'hf-ledger',
  'margin-ledger',
  'futures-ledger',
  'deposits',
  'withdrawals',
];

const pricedStreams = allStreams.filter(({ symbolsFrom }) => symbolsFrom === 'held-coins').map(({ name }) => name);

const quote = 'USDT';

function heldIn(snapshot: BalanceSnapshot | null): readonly string[] {
  const rows = snapshot?.rows ?? [];
  return rows
    .filter(({ total }) => total !== null && isDecimal(total) && !isZero(total))
    .map(({ currency }) => currency);
}

/** Futures call Bitcoin XBT. */
function spotName(currency: string): string {
  return currency === 'XBT' ? 'BTC' : currency;
}

/**
 * Finds the markets of held coins when it is time: the coins of the newest balance snapshot and of all bookings, against USDT,
 * as far as the exchange lists such a market. After a failure those of the last read stay. Where the bookings cannot be read,
 * the coins of the snapshot are added.
 */
export async function refreshHeldCoins(session: Session, accountId: number): Promise<void> {
  if (session.nowMs() < session.coinsNotBeforeMs) return;
  const { account, store } = session.options;
  if (!(await waitForShare(session, costOf('spot.symbols')))) return;
  const options = { priority: 'background', signal: session.signal, unreadable: leaveOut } as const;
  const listed = await account.client.reference.symbols({}, options);
  const booked = await store.currencies({ accountId, streams: coinStreams });
  noteSymbols(session, pricedStreams, booked.ok ? null : booked);
  const retryMs = booked.ok ? coinsRetryMs : bookedRetryMs;
  session.coinsNotBeforeMs = session.nowMs() + (listed.ok && booked.ok ? coinsEveryMs : retryMs);
  if (!listed.ok) return;
  const coins = new Set([...heldIn(session.state.snapshot), ...(booked.ok ? booked.value : [])].map(spotName));
  const markets = listed.value.filter(each => each.quoteCurrency === quote && coins.has(each.baseCurrency));
  const found = markets.map(({ symbol }) => symbol);
  const kept = booked.ok ? [] : session.coinSymbols;
  session.coinSymbols = [...new Set([...kept, ...found])].toSorted();
  session.mayHaveSymbols = true;
}
