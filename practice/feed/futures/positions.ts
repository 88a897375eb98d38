import { fundingTimeMs } from '#practice/futures/contract/funding-interval.ts';
import type { FuturesEvent, FuturesPosition } from '#practice/futures/types.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import { timestampNs } from '../topics/time.ts';
import { accountOf, type Topic, type TopicFrame, type TopicScope, undoAll } from '../topics/topic.ts';
import { everything } from '../topics/venue-events.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';
import { type Funding, writeFull, writeSettlement, writeSparse } from './position-frames.ts';

/** The account's positions on the wire, docs/exchange/feeds.md §8.4. */

type PositionEvent = Extract<FuturesEvent, { kind: 'position' }>;

const symbolPrefix = '/contract/position';

/** `/contract/position:SYM`; even the sparse frames carry their symbol here. */
export function positionTopic(options: FuturesTopicOptions): Topic {
  return {
    prefix: symbolPrefix,
    audience: 'private',
    symbols: 'required',
    serves: isContract(options),
    start: (scope, send) =>
      follow(options, scope, ({ reason, position }, data) => {
        if (position.symbol !== scope.symbol) return;
        send({
          subject: subjectOf(reason),
          data: reason === 'markPriceChange' ? { symbol: position.symbol, ...data } : data,
        });
      }),
  };
}

/** `/contract/positionAll`: all contracts; each frame names its contract's topic, and the sparse ones name it only there. */
export function allPositionsTopic(options: FuturesTopicOptions): Topic {
  return {
    prefix: '/contract/positionAll',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: (scope, send) =>
      follow(options, scope, ({ reason, position }, data) => {
        send({ subject: subjectOf(reason), topic: `${symbolPrefix}:${position.symbol}`, data });
      }),
  };
}

function subjectOf(reason: PositionEvent['reason']): TopicFrame['subject'] {
  return reason === 'settlement' ? 'position.settlement' : 'position.change';
}

/** Tells each change of the account's positions; the funding that a settlement stands for comes just before it. */
function follow(
  options: FuturesTopicOptions,
  scope: TopicScope,
  tell: (event: PositionEvent, data: JsonFields) => void,
): () => void {
  const settled = new Map<string, Funding>();
  return undoAll(
    options.events.on('funding', everything, ({ symbol, rate, timeMs }) => {
      settled.set(symbol, { rate, timeMs: fundingTimeMs(timeMs) });
    }),
    options.events.on('position', accountOf(scope), event => {
      const data = dataOf(options, event, settled.get(event.position.symbol));
      if (data !== null) tell(event, data);
    }),
  );
}

function dataOf(
  options: FuturesTopicOptions,
  { reason, position }: PositionEvent,
  funding: Funding | undefined,
): JsonFields | null {
  if (reason === 'markPriceChange') return writeSparse(position);
  if (reason !== 'settlement') return writeFull(position, reason);
  return funding === undefined ? null : settlementOf(options, position, funding);
}

function settlementOf(options: FuturesTopicOptions, position: FuturesPosition, funding: Funding): JsonFields {
  return writeSettlement(position, funding, timestampNs(options.clock));
}
