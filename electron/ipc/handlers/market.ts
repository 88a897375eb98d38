import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerNeeds } from './needs.ts';

export function marketHandlers({ session }: HandlerNeeds): Pick<Handlers, 'link.read' | 'symbols.list' | 'book.read'> {
  const { onActiveProfile } = session;
  return {
    'link.read': ({ profileId }) =>
      onActiveProfile(profileId, ({ client }) => Promise.resolve(succeed({ profileId, ...client.link() }))),
    'symbols.list': ({ profileId }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.symbols({}, asPanel)),
    'book.read': ({ profileId, symbol, depth }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.book({ symbol, depth }, asPanel)),
  };
}
