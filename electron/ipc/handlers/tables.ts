import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerOptions } from './handler-options.ts';

type Names = 'tables.read' | 'tables.save' | 'exports.begin' | 'exports.write' | 'exports.end';

/** The table views of the user, and their export files. */
export function tableHandlers({
  settings,
  exports,
  publishToOthers,
}: Pick<HandlerOptions, 'settings' | 'exports' | 'publishToOthers'>): Pick<Handlers, Names> {
  return {
    'tables.read': () => {
      const kept = Object.entries(settings.read().tables);
      return Promise.resolve(
        succeed(Object.fromEntries(kept.flatMap(([id, setup]) => (setup === null ? [] : [[id, setup]])))),
      );
    },
    'tables.save': ({ id, setup }, caller = mainWindowId) => {
      const kept = settings.change({ tables: { ...settings.read().tables, [id]: setup } });
      if (kept.ok) publishToOthers('tables.changed', { id, setup }, caller);
      return Promise.resolve(kept.ok ? succeed({}) : kept);
    },
    'exports.begin': ({ table, kind }) => Promise.resolve(exports.begin(table, kind)),
    'exports.write': ({ exportId, text }) => Promise.resolve(exports.write(exportId, text)),
    'exports.end': ({ exportId }) => Promise.resolve(exports.end(exportId)),
  };
}
