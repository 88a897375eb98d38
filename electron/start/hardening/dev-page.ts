import type { EventEmitter } from 'node:events';
import { devOrigin } from '#shell/page/page-origin.ts';

/**
 * The address of the page under `npm run dev`. An environment variable outlives the shell that set it, and another
 * program could use it to put its own page into the window: so the script that runs the dev server sends the address
 * over its own channel, and only when the first argument on the command line requests it.
 */
export const devWord = '--dev-page';

const patienceMs = 5_000;

type Parent = Pick<EventEmitter, 'once' | 'off'>;

function urlIn(message: unknown): string | undefined {
  const isOurs = typeof message === 'object' && message !== null && 'devUrl' in message;
  return isOurs && typeof message.devUrl === 'string' ? message.devUrl : undefined;
}

/** The dev server's origin as the parent process says it. Throws a sentence when nothing usable comes. */
export async function hearDevOrigin(parent: Parent, waitMs: number = patienceMs): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const take = (message: unknown) => resolve(urlIn(message));
  const timer = setTimeout(() => resolve(undefined), waitMs);
  parent.once('message', take);
  const origin = devOrigin(await promise);
  clearTimeout(timer);
  parent.off('message', take);
  if (origin === null) throw new Error(`${devWord} is for npm run dev, which tells where its page is; it did not.`);
  return origin;
}
