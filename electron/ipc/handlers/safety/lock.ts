import { succeed } from '#shared/errors.ts';
import type { Handlers } from '#ipc/gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type Names =
  | 'lock.read'
  | 'lock.engage'
  | 'lock.release'
  | 'lock.touch'
  | 'lock.setPin'
  | 'lock.removePin'
  | 'lock.change'
  | 'privacy.change';

/** The page may lock at any time; what opens the lock, or lets it lock less, the user says in the trusted window. */
export function lockHandlers({
  lock,
  lockControl,
  touch,
  changePrivacy,
}: Pick<HandlerOptions, 'lock' | 'lockControl' | 'touch' | 'changePrivacy'>): Pick<Handlers, Names> {
  return {
    'lock.read': () => Promise.resolve(succeed(lock.state())),
    'lock.engage': () => Promise.resolve(lock.engage('asked')),
    'lock.release': () => lockControl.release(),
    'lock.touch': () => {
      touch();
      return Promise.resolve(succeed({}));
    },
    'lock.setPin': ({ home }) => lockControl.setPin(home),
    'lock.removePin': () => lockControl.removePin(),
    'lock.change': choices => lockControl.change(choices),
    'privacy.change': ({ level }) => Promise.resolve(changePrivacy(level)),
  };
}
