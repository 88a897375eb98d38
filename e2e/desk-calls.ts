import type { Page } from 'playwright/test';

/** Calls main through the channel of the page, as a compromised page would. */
export function askDesk(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([call, words]) => {
      const desk: unknown = Reflect.get(window, 'desk');
      const ask: unknown = typeof desk === 'object' && desk !== null ? Reflect.get(desk, 'call') : undefined;
      if (typeof ask !== 'function') throw new Error('the page has no window.desk');
      const answer: unknown = await Reflect.apply(ask, desk, [call, words]);
      return answer;
    },
    [name, input] as const,
  );
}

interface DeskBridge {
  readonly call: (name: string, input: unknown) => Promise<unknown>;
  readonly on: (name: string, listener: (payload: unknown) => void) => () => void;
}

/**
 * The rows of a list of the account as main publishes them to a subscriber, as text. The page's own subscriptions
 * return with its next repeat.
 */
export function hearList(page: Page, profileId: string, list: string): Promise<string> {
  return page.evaluate(
    async ([id, name]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the shell hands to the page
      const desk = Reflect.get(window, 'desk') as DeskBridge;
      const watches = [{ kind: 'account', list: name, pace: 'panel' }];
      // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, where nothing else is
      const part = (of: unknown, key: string): unknown =>
        typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined;
      return await new Promise<string>(resolve => {
        const ask = () => void desk.call('watch.set', { profileId: id, watches, isRepeat: false });
        const undo = desk.on('account.changed', payload => {
          // an edit that was on its way says as well that the list is whole, and what is not known yet is of no use
          const isWhole = part(payload, 'list') === name && part(payload, 'kind') === 'whole';
          if (!isWhole || part(part(payload, 'status'), 'asOfMs') === null) return;
          undo();
          clearInterval(again);
          resolve(JSON.stringify(payload));
        });
        // a whole list is published once: before it is known, it is requested again
        const again = setInterval(ask, 1000);
        ask();
      });
    },
    [profileId, list] as const,
  );
}

/** The profile that main has chosen. */
export async function activeProfileId(page: Page): Promise<string> {
  const answer = await askDesk(page, 'profiles.list', {});
  const id = /"activeId":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
  if (id === undefined) throw new Error(`no profile is chosen: ${JSON.stringify(answer)}`);
  return id;
}

/** The policy of a profile as main publishes it. */
export async function readPolicy(page: Page, profileId: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = await askDesk(page, 'policy.read', { profileId });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's documented answer; a test fails loudly if it lies
  const { value } = answer as { readonly value?: { readonly policy: Readonly<Record<string, unknown>> } };
  if (value === undefined) throw new Error(`the policy cannot be read: ${JSON.stringify(answer)}`);
  return value.policy;
}
