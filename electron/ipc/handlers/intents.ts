import type { Handlers } from '../gate.ts';
import type { HandlerNeeds } from './needs.ts';

export function intentHandlers({ session, trading }: HandlerNeeds): Pick<Handlers, 'intents.list'> {
  return {
    'intents.list': ({ profileId }) =>
      session.onActiveProfile(profileId, () => Promise.resolve(trading.intents(profileId))),
  };
}
