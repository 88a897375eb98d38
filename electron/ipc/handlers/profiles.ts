import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerNeeds } from './needs.ts';

type Names =
  | 'profiles.list'
  | 'profiles.connect'
  | 'profiles.select'
  | 'profiles.update'
  | 'profiles.remove'
  | 'keychain.probe';

/** None of them can answer with a secret: the session has no way to give one. */
export function profileHandlers({ session, keychain }: HandlerNeeds): Pick<Handlers, Names> {
  return {
    'profiles.list': () => Promise.resolve(succeed(session.state())),
    'profiles.connect': candidate => session.connect(candidate),
    'profiles.select': ({ id }) => session.select(id),
    'profiles.update': ({ id, name, colour, isReadOnly }) =>
      Promise.resolve(session.update(id, { name, colour, isReadOnly })),
    'profiles.remove': ({ id }) => session.remove(id),
    'keychain.probe': async () => succeed(await keychain.probe()),
  };
}
