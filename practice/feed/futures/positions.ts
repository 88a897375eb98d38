import type { FuturesEvent } from '#practice/futures/types.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import { timestampNs } from '../topics/time.ts';
import { accountOf, type Topic, type TopicFrame, type TopicScope, undoAll } from '../topics/topic.ts';
import { writeFull, writeSettlement, writeSparse } from './position-frames.ts';
import { type FuturesTopicOptions, isContract } from './topic-options.ts';

/** The account's positions on the wire, docs/exchange/feeds.md §8.4. */

type PositionEvent = Extract<FuturesEvent, { kind: 'position' }>;

const symbolPrefix = '/contract/position';

/** What is pushed of a position, before the topic gives it its name. */
interface PositionFrame {
  readonly symbol: string;
  readonly subject: TopicFrame['subject'];
  readonly data: JsonFields;
}

/** `/contract/position:SYM`; even the sparse frames carry their symbol here. */
export function positionTopic(options: FuturesTopicOptions): Topic {
  return {
    prefix: symbolPrefix,
    audience: 'private',
    symbols: 'required',
    serves: isContract(options),
    start: (scope, send) =>
      follow(options, scope, ({ symbol, subject, data }) => {
        if (symbol === scope.symbol)
          send({ subject, data: subject === 'position.change' ? { symbol, ...data } : data });
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
      follow(options, scope, ({ symbol, subject, data }) => {
        send({ subject, topic: `${symbolPrefix}:${symbol}`, data });
      }),
  };
}

function changeOf({ reason, position }: PositionEvent): PositionFrame {
  const data = reason === 'markPriceChange' ? writeSparse(position) : writeFull(position, reason);
  return { symbol: position.symbol, subject: 'position.change', data };
}

/** Publishes each change of the account's positions, the funding that they settle, and changes of their risk level. */
function follow(options: FuturesTopicOptions, scope: TopicScope, publish: (frame: PositionFrame) => void): () => void {
  const accountId = accountOf(scope);
  return undoAll(
    options.events.on('position', accountId, event => publish(changeOf(event))),
    options.events.on('settlement', accountId, ({ payment }) => {
      const data = writeSettlement(payment, timestampNs(options.clock));
      publish({ symbol: payment.symbol, subject: 'position.settlement', data });
    }),
    options.events.on('riskLevel', accountId, ({ symbol, level }) => {
      const data = { success: true, riskLimitLevel: level, msg: '' };
      publish({ symbol, subject: 'position.adjustRiskLimit', data });
    }),
  );
}
