import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names =
  | 'profiles.list'
  | 'profiles.connect'
  | 'profiles.select'
  | 'profiles.update'
  | 'profiles.remove'
  | 'keychain.probe'
  | 'keychain.orphans'
  | 'keychain.forget';

type Shown = ReturnType<HandlerOptions['profiles']['state']> & { readonly isLocked?: boolean };

/** While Fathom is locked only the chosen profile is named, for the kill switch, and nothing of its key. */
export function shownProfiles(state: Shown, isLocked: boolean): Shown {
  if (!isLocked) return state;
  const active = state.profiles.find(({ id }) => id === state.activeId);
  const profiles = active === undefined ? [] : [{ ...active, keyHint: '', permissions: [] }];
  return { ...state, profiles, isLocked };
}

/** None of them can answer with a secret: the selection has no way to give one. */
export function profileHandlers({
  profiles,
  keychain,
  orphans,
  workspaces,
  lock,
}: HandlerOptions): Pick<Handlers, Names> {
  return {
    'profiles.list': () => Promise.resolve(succeed(shownProfiles(profiles.state(), lock.isLocked()))),
    'profiles.connect': candidate => profiles.connect(candidate),
    'profiles.select': ({ id }) => profiles.select(id),
    'profiles.update': ({ id, name, colour, isReadOnly }) => profiles.update(id, { name, colour, isReadOnly }),
    'profiles.remove': async ({ id }) => {
      const removed = await profiles.remove(id);
      // what its windows looked like is nobody's any more; a file that cannot be written now keeps it, which harms nobody
      if (removed.ok) workspaces.forget(id);
      return removed;
    },
    'keychain.probe': async () => succeed(await keychain.probe()),
    'keychain.orphans': () => orphans.find(),
    'keychain.forget': ({ account }) => orphans.forget(account),
  };
}
