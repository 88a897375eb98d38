import axe from 'axe-core';
import type { Locator, Page } from 'playwright/test';
import { expect } from './fathom-fixture.ts';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** axe checks the present window, or its changes, and finds no violation. */
export async function expectAccessible(page: Page, view: string, within?: Locator): Promise<void> {
  await expectNothing(page, { view, within });
}

/** the rules of axe that depend on colours */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The same for another theme of an already checked view: its colours. */
export async function expectReadable(page: Page, view: string, within?: Locator): Promise<void> {
  await expectNothing(page, { view, within, only: colourRules });
}

/**
 * The check of a view that a story shows in each theme, the dark one first: all rules there, then what colours change.
 */
export function checkIn(theme: 'dark' | 'light'): typeof expectAccessible {
  return theme === 'dark' ? expectAccessible : expectReadable;
}

interface Look {
  readonly view: string;
  readonly within: Locator | undefined;
  /** rules of axe; missing: all */
  readonly only?: readonly string[];
}

/**
 * A colour in transition, after a change of theme or of an enabled button, is not checked, because it is visible for a
 * moment only.
 */
async function untilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter(each => each instanceof CSSTransition);
    await Promise.allSettled(transitions.map(async each => await each.finished));
  });
}

async function expectNothing(page: Page, { view, within, only }: Look): Promise<void> {
  await untilSettled(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const findings = await (within ?? page.locator('html')).evaluate(async (looked, rules) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- axe has just put itself there
    const { axe: inPage } = globalThis as unknown as {
      axe: { run: (looked: Node, options: object) => Promise<{ violations: readonly Finding[] }> };
    };
    // where nothing in it takes the focus, both shells' browsers give it to what scrolls by themselves (since 130)
    const { violations } = await inPage.run(looked, {
      rules: { 'scrollable-region-focusable': { enabled: false } },
      ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules }, rules: {} }),
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 240)}`),
    );
  }, only);
  expect(findings, view).toEqual([]);
}
