import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerNeeds } from './needs.ts';

type Names = 'app.info' | 'look.read' | 'look.keep';

/** Fathom itself, and what its window looked like. */
export function appHandlers({ appInfo, settings }: HandlerNeeds): Pick<Handlers, Names> {
  return {
    'app.info': () => Promise.resolve(succeed(appInfo())),
    'look.read': () => Promise.resolve(succeed(settings.read().look)),
    'look.keep': look => {
      const kept = settings.change({ look });
      return Promise.resolve(kept.ok ? succeed({}) : kept);
    },
  };
}
