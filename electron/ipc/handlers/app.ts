import { succeed } from '../../../shared/errors.ts';
import type { Handlers } from '../gate.ts';
import type { HandlerNeeds } from './needs.ts';

export function appHandlers({ appInfo }: HandlerNeeds): Pick<Handlers, 'app.info'> {
  return { 'app.info': () => Promise.resolve(succeed(appInfo())) };
}
