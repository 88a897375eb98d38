import type { FuturesEvent } from '#practice/futures/types.ts';
import type { JsonFields } from '#practice/wire/json.ts';
import type { FuturesTopicOptions } from './futures/topic-options.ts';
import { accountOf, type Topic } from './topics/topic.ts';

/** What the account has chosen for a contract, docs/exchange/feeds.md §8.5. */

type Setting = 'marginMode' | 'crossLeverage';
type SettingEventOf<K extends Setting> = Extract<FuturesEvent, { readonly kind: K }>;

function settingTopic<K extends Setting>(
  options: FuturesTopicOptions,
  kind: K,
  write: (event: SettingEventOf<K>) => JsonFields,
): Topic {
  return {
    prefix: `/contract/${kind}`,
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start: (scope, send) =>
      options.events.on(kind, accountOf(scope), event => send({ subject: 'user.config', data: write(event) })),
  };
}

/** `/contract/marginMode`: the contract by its name. */
export function marginModeTopic(options: FuturesTopicOptions): Topic {
  return settingTopic(options, 'marginMode', ({ symbol, marginMode }) => ({ [symbol]: marginMode }));
}

/** `/contract/crossLeverage`: the contract by its name. */
export function crossLeverageTopic(options: FuturesTopicOptions): Topic {
  return settingTopic(options, 'crossLeverage', ({ symbol, leverage }) => ({ [symbol]: { leverage } }));
}
