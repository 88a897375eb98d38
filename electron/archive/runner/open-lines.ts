import type { ArchiveResult, ArchiveStore } from '../archive-store.ts';
import { isolatedLine } from '../records/loan-line.ts';
import { costOf, minuteMs, type Stream } from '../streams/stream.ts';
import { allStreams } from '../streams/streams.ts';
import { newLineState, startOf } from './line-state.ts';
import { change, noteSymbols, type Session, take, waitForShare } from './session.ts';

const positionsEveryMs = 60 * minuteMs;
const positionsRetryMs = 10 * minuteMs;
const symbolsRetryMs = minuteMs;

/** Reads the symbols of open positions when it is time. After a failure those of the last read stay. */
export async function refreshPositions(session: Session): Promise<void> {
  if (session.nowMs() < session.positionsNotBeforeMs) return;
  const { client } = session.options.account;
  if (!(await waitForShare(session, costOf('futures.positions')))) return;
  const read = await client.futures.positions({}, { priority: 'background', signal: session.signal });
  session.positionsNotBeforeMs = session.nowMs() + (read.ok ? positionsEveryMs : positionsRetryMs);
  if (!read.ok) return;
  session.positionSymbols = read.value.map(({ symbol }) => symbol);
  session.mayHaveSymbols = true;
}

/** Streams of spot and margin fills. */
const spotFillStreams = allStreams.filter(({ record }) => record === 'spot-fills').map(({ name }) => name);

/** The symbols that were traded on spot or on margin. */
async function spotMarkets(store: ArchiveStore, accountId: number): Promise<ArchiveResult<readonly string[]>> {
  const symbols = new Set<string>();
  for (const stream of spotFillStreams) {
    // oxlint-disable-next-line no-await-in-loop -- one thread answers
    const found = await store.symbols({ accountId, stream });
    if (!found.ok) return found;
    for (const symbol of found.value) symbols.add(symbol);
  }
  return { ok: true, value: [...symbols].toSorted() };
}

/** Isolated pairs that had a debt, with each of their coins. */
async function isolatedLines(store: ArchiveStore, accountId: number): Promise<ArchiveResult<readonly string[]>> {
  const pairs = await store.symbols({ accountId, stream: 'isolated-interest' });
  if (!pairs.ok) return pairs;
  const lines = pairs.value.flatMap(pair => pair.split('-').map(currency => isolatedLine(pair, currency)));
  return { ok: true, value: lines };
}

/** The symbols of the archive that a stream is asked for; an empty one: it is asked for as a whole. */
async function symbolsOf(
  { options: { store }, coinSymbols }: Session,
  { symbolsFrom }: Stream,
  accountId: number,
): Promise<ArchiveResult<readonly string[]>> {
  if (symbolsFrom === null) return { ok: true, value: [''] };
  if (symbolsFrom === 'held-coins') return { ok: true, value: coinSymbols };
  if (symbolsFrom === 'spot-markets') return await spotMarkets(store, accountId);
  if (symbolsFrom === 'isolated-currencies') return await isolatedLines(store, accountId);
  if (symbolsFrom === 'cross-currencies')
    return await store.currencies({ accountId, streams: ['margin-ledger', 'cross-interest'] });
  return await store.symbols({ accountId, stream: symbolsFrom });
}

/** Opens the lines of a stream that are not open yet. False: one could not be opened. */
async function openLinesOf(
  session: Session,
  stream: Stream,
  { accountId, symbols }: { readonly accountId: number; readonly symbols: ReadonlySet<string> },
): Promise<boolean> {
  for (const symbol of symbols) {
    const isKnown = session.state.lines.some(each => each.stream === stream && each.line.symbol === symbol);
    if (isKnown) continue;
    const key = { accountId, stream: stream.name, symbol, startMs: startOf(stream, session.nowMs()) };
    // oxlint-disable-next-line no-await-in-loop -- one thread answers
    const line = take(session, await session.options.store.openLine(key));
    if (line === null) return false;
    change(session, { lines: [...session.state.lines, newLineState(stream, line.value)] });
  }
  return true;
}

/**
 * Opens the lines of all streams; those that are asked by symbol, for the symbols that are known by now. Symbols that cannot
 * be read are read again later. False: a line could not be opened.
 */
export async function openLines(session: Session, accountId: number): Promise<boolean> {
  let hasUnknown = false;
  for (const stream of allStreams) {
    const found = await symbolsOf(session, stream, accountId);
    // the coins note their own failure
    if (stream.symbolsFrom !== 'held-coins') noteSymbols(session, [stream.name], found.ok ? null : found);
    hasUnknown ||= !found.ok;
    const positions = stream.isOfPositions ? session.positionSymbols : [];
    const symbols = new Set([...(found.ok ? found.value : []), ...positions]);
    if (!(await openLinesOf(session, stream, { accountId, symbols }))) return false;
  }
  session.mayHaveSymbols = hasUnknown;
  session.symbolsNotBeforeMs = hasUnknown ? session.nowMs() + symbolsRetryMs : -Infinity;
  return true;
}

/** Reads the coverage of all open lines again. False: the archive failed. */
export async function reloadLines(session: Session, accountId: number): Promise<boolean> {
  session.isCoverageOld = false;
  const stored = take(session, await session.options.store.lines({ accountId }));
  if (stored === null) {
    session.isCoverageOld = true;
    return false;
  }
  const lines = session.state.lines.map(each => {
    const line = stored.value.find(({ stream, symbol }) => stream === each.stream.name && symbol === each.line.symbol);
    return line === undefined ? each : { ...each, line };
  });
  change(session, { lines });
  return true;
}
