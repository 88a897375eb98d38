import type { CallName } from '#shared/contract.ts';

/** What was asked before the page could do anything with it; each answer is taken once. */
const asked = new Map<CallName, Promise<unknown>>();

/**
 * Asks calls without an input, at a time when the modules that will want their answers are still being read. Resolves
 * when all are answered, well or not.
 */
export function askEarly(names: readonly CallName[]): Promise<unknown> {
  for (const name of names) {
    // outside Fathom's shells there is no bridge: the later reader reports it
    const answer = window.desk?.call(name, {});
    if (answer === undefined) continue;
    // the reader that takes it gets the bridge error; until then it is ignored
    answer.catch(() => undefined);
    asked.set(name, answer);
  }
  return Promise.allSettled(asked.values());
}

/** The answer to a call that was asked early, for the first who wants it; undefined for everyone else. */
export function takeEarly(name: CallName): Promise<unknown> | undefined {
  const answer = asked.get(name);
  asked.delete(name);
  return answer;
}
