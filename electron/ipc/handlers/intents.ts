import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

export function intentHandlers({ profiles, trading }: HandlerOptions): Pick<Handlers, 'intents.list'> {
  return {
    'intents.list': ({ profileId }) => profiles.onAccount(profileId, () => Promise.resolve(trading.intents(profileId))),
  };
}
