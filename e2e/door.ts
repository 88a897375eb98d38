import type { Page } from 'playwright/test';

/** Asks main through the page's own door, as a page would that somebody has taken over. */
export function askDesk(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([call, words]) => {
      const door: unknown = Reflect.get(window, 'desk');
      const ask: unknown = typeof door === 'object' && door !== null ? Reflect.get(door, 'call') : undefined;
      if (typeof ask !== 'function') throw new Error('the page has no door');
      const answer: unknown = await Reflect.apply(ask, door, [call, words]);
      return answer;
    },
    [name, input] as const,
  );
}

/** The profile that main has chosen. */
export async function activeProfileId(page: Page): Promise<string> {
  const answer = await askDesk(page, 'profiles.list', {});
  const id = /"activeId":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
  if (id === undefined) throw new Error(`no profile is chosen: ${JSON.stringify(answer)}`);
  return id;
}
