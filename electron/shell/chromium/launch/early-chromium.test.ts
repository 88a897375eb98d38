import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import type { ChromiumWindow, LaunchPlan } from './chromium-launch.ts';
import { createEarlyChromium } from './early-chromium.ts';

const plan: LaunchPlan = {
  executablePath: '/nowhere/chromium',
  profileDir: '/nowhere/profile',
  isRoot: false,
  devOrigin: null,
  size: null,
  isHeadless: true,
};

function fakeWindow() {
  const close = vi.fn<() => Promise<void>>(async () => {});
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a window is looked at here
  return { window: { context: { close } } as unknown as ChromiumWindow, close };
}

it('early Chromium reports its process at once, long before the window exists', async () => {
  const { promise } = Promise.withResolvers<ChromiumWindow>();
  const ended: Promise<unknown>[] = [];
  const early = createEarlyChromium(async () => {
    ended.push(once(spawn(process.execPath, ['--version'], { stdio: 'ignore' }), 'exit'));
    return await promise;
  });
  await early.begin(plan);
  expect(ended).toHaveLength(1);
  await Promise.all(ended);
});

it('early Chromium gives the started process to the first launch, and starts a new one afterwards', async () => {
  const windows = [fakeWindow().window, fakeWindow().window];
  const early = createEarlyChromium(async () => windows.shift() ?? fakeWindow().window);
  const [first, second] = windows;
  await early.begin(plan);
  expect(await early.launch(plan)).toBe(first);
  expect(await early.launch(plan)).toBe(second);
});

it('early Chromium leaves an error to the launch', async () => {
  const early = createEarlyChromium(() => Promise.reject(new Error('no sandbox')));
  await early.begin(plan);
  await expect(early.launch(plan)).rejects.toThrow('no sandbox');
  await early.abandon();
});

it('early Chromium closes the started process when the program does not start', async () => {
  const { window, close } = fakeWindow();
  const early = createEarlyChromium(async () => window);
  await early.abandon();
  await early.begin(plan);
  await early.launch(plan);
  await early.abandon();
  await early.abandon();
  expect(close).toHaveBeenCalledTimes(1);
});
