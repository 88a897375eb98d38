import type { FuturesEvent, FuturesPosition } from '#practice/futures/types.ts';
import { fundingTimeMs } from '#practice/futures/contract/funding-interval.ts';
import type { JsonValue } from '#practice/http/json.ts';
import type { Frame, Reading, Topic } from '../types.ts';
import { isContract, type Sources, timestampNs, undoAll } from './feed-parts.ts';
import { type Funding, writeFull, writeSettlement, writeSparse } from './position-frames.ts';
import { everyContract } from './venue-board.ts';

/** The account's positions on the wire, facts.md §5.4. */

type PositionEvent = Extract<FuturesEvent, { kind: 'position' }>;

const symbolPrefix = '/contract/position';

/** `/contract/position:SYM`; even the sparse frames carry their symbol here. */
export function positionTopic(sources: Sources): Topic {
  return {
    prefix: symbolPrefix,
    audience: 'private',
    symbols: 'required',
    serves: isContract(sources),
    start: (reading, send) =>
      follow(sources, reading, ({ reason, position }, data) => {
        if (position.symbol !== reading.symbol) return;
        send({
          subject: subjectOf(reason),
          data: reason === 'markPriceChange' ? { symbol: position.symbol, ...data } : data,
        });
      }),
  };
}

/** `/contract/positionAll`: all contracts; each frame names its contract's topic, and the sparse ones name it only there. */
export function allPositionsTopic(sources: Sources): Topic {
  return {
    prefix: '/contract/positionAll',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: (reading, send) =>
      follow(sources, reading, ({ reason, position }, data) => {
        send({ subject: subjectOf(reason), topic: `${symbolPrefix}:${position.symbol}`, data });
      }),
  };
}

function subjectOf(reason: PositionEvent['reason']): Frame['subject'] {
  return reason === 'settlement' ? 'position.settlement' : 'position.change';
}

type Data = Readonly<Record<string, JsonValue>>;

/** Tells each change of the account's positions; the funding that a settlement stands for comes just before it. */
function follow(
  sources: Sources,
  { accountId }: Reading,
  tell: (event: PositionEvent, data: Data) => void,
): () => void {
  const settled = new Map<string, Funding>();
  return undoAll(
    sources.board.on('funding', everyContract, ({ symbol, rate, timeMs }) => {
      settled.set(symbol, { rate, timeMs: fundingTimeMs(timeMs) });
    }),
    sources.board.on('position', accountId ?? '', event => {
      const data = dataOf(sources, event, settled.get(event.position.symbol));
      if (data !== null) tell(event, data);
    }),
  );
}

function dataOf(sources: Sources, { reason, position }: PositionEvent, funding: Funding | undefined): Data | null {
  if (reason === 'markPriceChange') return writeSparse(position);
  if (reason !== 'settlement') return writeFull(position, reason);
  return funding === undefined ? null : settlementOf(sources, position, funding);
}

function settlementOf(sources: Sources, position: FuturesPosition, funding: Funding): Data {
  return writeSettlement(position, funding, timestampNs(sources));
}
