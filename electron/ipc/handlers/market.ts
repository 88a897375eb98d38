import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions } from './handler-options.ts';

export function marketHandlers({
  profiles,
}: HandlerOptions): Pick<Handlers, 'link.read' | 'symbols.list' | 'book.read'> {
  const { onAccount } = profiles;
  return {
    'link.read': ({ profileId }) =>
      onAccount(profileId, ({ client }) => Promise.resolve(succeed({ profileId, ...client.link() }))),
    'symbols.list': ({ profileId }) => onAccount(profileId, ({ client }) => client.reference.symbols({}, asPanel)),
    'book.read': ({ profileId, symbol, depth }) =>
      onAccount(profileId, ({ client }) => client.reference.book({ symbol, depth }, asPanel)),
  };
}
