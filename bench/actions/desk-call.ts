import type { Page } from 'playwright-core';

/** A call through the page's own bridge to main, and its time by the clock of the page. */
export interface DeskCall {
  readonly name: string;
  readonly input: unknown;
}

export interface DeskAnswer {
  readonly askedAtMs: number;
  readonly answer: unknown;
}

/** Asks main as a click in the page does. */
export function askDesk(page: Page, call: DeskCall): Promise<DeskAnswer> {
  return page.evaluate(async ({ name, input }) => {
    const askedAtMs = performance.timeOrigin + performance.now();
    return { askedAtMs, answer: await window.desk?.call(name, input) };
  }, call);
}

/** The value of an answer; an action that was refused is not one that the bench can measure. */
export function valueOf(answer: unknown): unknown {
  if (typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true && 'value' in answer)
    return answer.value;
  throw new Error(`the act was refused: ${JSON.stringify(answer)}`);
}

/** The profile that is shown. */
export async function readProfileId(page: Page): Promise<string> {
  const { answer } = await askDesk(page, { name: 'profiles.list', input: {} });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the gate has cut the answer to its schema
  return (valueOf(answer) as { readonly activeId: string }).activeId;
}
