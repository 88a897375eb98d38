import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, root } from './fathom-fixture.ts';

const source = readFileSync(join(root, 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** axe looks at the whole window, in its present state, and finds nothing. */
export async function expectAccessible(page: Page, view: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const findings = await page.evaluate(async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- axe has just put itself there
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<{ violations: readonly Finding[] }> } };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 240)}`),
    );
  });
  expect(findings, view).toEqual([]);
}
