import { describe, expect, it } from 'vitest';
import { findWaits } from './waits.mjs';

const faultsOf = (text: string, path = 'renderer/a.test.tsx') => findWaits(new Map([[path, text]])).faults;

describe('waits', () => {
  it.each([
    '  await vi.waitFor(() => expect(a()).toEqual([1]), { timeout: 20_000 });',
    '  await vi.waitFor(() => expect(a()).toEqual([1]), 20_000);',
    '  await vi.waitFor(\n    () => {\n      expect(a()).toBe(1);\n    },\n    { timeout: patienceMs, interval: 20 },\n  );',
    '  await vi.waitFor(async () => expect(await a()).toBe(1), {\n    timeout: 20_000,\n  });',
    '  await vi.waitUntil(() => a() === 1, patience);',
    "  await expect.poll(() => enabled('a;'), { timeout: 20_000 }).toBeNull();",
  ])('accepts a wait with a limit: %j', text => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    '  await vi.waitFor(() => expect(a()).toEqual([1, 2]));',
    '  await vi.waitFor(() => {\n    expect(a()).toBe(1);\n  });',
    '  await vi.waitFor(() =>\n    expect(a(1)).toBe(1),\n  );',
    '  await vi.waitUntil(() => a() === 1);',
    '  await expect.poll(() => a()).toBe(1);',
  ])('finds a wait without a limit: %j', text => {
    expect(faultsOf(`it('a', () => {\n${text}\n});\n`)).toEqual([
      expect.stringMatching(/^renderer\/a\.test\.tsx:2: .* waits for a second/),
    ]);
  });

  it('accepts a poll without a limit where the projects of vitest.config.ts give it one', () => {
    expect(faultsOf('await expect.poll(() => a()).toBe(1);', 'electron/a.test.ts')).toEqual([]);
  });

  it('finds waits in testing folders as well, and not in the program', () => {
    const text = 'await vi.waitFor(() => a());';
    expect(faultsOf(text, 'electron/shell/testing/a.ts')).toHaveLength(1);
    expect(faultsOf(text, 'electron/shell/a.ts')).toEqual([]);
  });
});
