import type { CallName } from '#shared/contract.ts';

/** The responses of calls that were sent before their readers were loaded; each is taken once. */
const sent = new Map<CallName, Promise<unknown>>();

/**
 * Sends calls without an input while the modules that read their responses are still loading. Resolves when each call has
 * succeeded or failed.
 */
export function sendEarly(names: readonly CallName[]): Promise<unknown> {
  for (const name of names) {
    // outside Fathom's shells there is no bridge: the later reader reports it
    const answer = window.desk?.call(name, {});
    if (answer === undefined) continue;
    // the reader that takes it gets the bridge error; until then it is ignored
    answer.catch(() => undefined);
    sent.set(name, answer);
  }
  return Promise.allSettled(sent.values());
}

/** The response of an early call, for its first reader; undefined for each later one. */
export function takeEarly(name: CallName): Promise<unknown> | undefined {
  const answer = sent.get(name);
  sent.delete(name);
  return answer;
}
