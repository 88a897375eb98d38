import { succeed } from '#shared/errors.ts';
import type { Handlers } from '#ipc/gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type Names =
  | 'safeguards.read'
  | 'killSwitch.fire'
  | 'killSwitch.read'
  | 'killSwitch.release'
  | 'dryRun.change'
  | 'timedCancel.read'
  | 'timedCancel.change'
  | 'audit.list'
  | 'audit.verify'
  | 'audit.export'
  | 'audit.accept';

const auditRowsShown = 500;

/** The page may stop a profile; only the user, in the trusted window, lets it continue. */
export function safetyHandlers({ profiles, safety, exports }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'safeguards.read': ({ profileId }) => Promise.resolve(succeed(safety.safeguards.of(profileId))),
    'killSwitch.fire': ({ profileId, isKeepingStops = false }) =>
      onWritableAccount(profileId, account =>
        Promise.resolve(succeed(safety.killSwitch.fire(account, { isKeepingStops }))),
      ),
    'killSwitch.read': ({ profileId }) => Promise.resolve(succeed(safety.killSwitch.lastRun(profileId))),
    'killSwitch.release': ({ profileId }) => onAccount(profileId, ({ profile }) => safety.release(profile)),
    'dryRun.change': ({ profileId, isDryRun }) =>
      onAccount(profileId, ({ profile }) => safety.changeDryRun(profile, isDryRun)),
    'timedCancel.read': ({ profileId }) => Promise.resolve(succeed(safety.timedCancel.read(profileId))),
    'timedCancel.change': ({ profileId, timeoutS }) =>
      onWritableAccount(profileId, account => safety.timedCancel.change(account, timeoutS)),
    'audit.list': () => Promise.resolve(safety.audit.list(auditRowsShown)),
    'audit.verify': () => safety.audit.verify(),
    'audit.export': () => {
      const room = exports.checkRoom();
      return room.ok ? safety.audit.export() : Promise.resolve(room);
    },
    'audit.accept': ({ profileId }) => onAccount(profileId, ({ profile }) => safety.acceptAudit(profile)),
  };
}
