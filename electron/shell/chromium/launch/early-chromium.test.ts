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

it('says that its process runs as soon as it does, long before the window is there', async () => {
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

it('hands the one that was begun to the first who launches, and launches anew after that', async () => {
  const windows = [fakeWindow().window, fakeWindow().window];
  const early = createEarlyChromium(async () => windows.shift() ?? fakeWindow().window);
  const [first, second] = windows;
  await early.begin(plan);
  expect(await early.launch(plan)).toBe(first);
  expect(await early.launch(plan)).toBe(second);
});

it('leaves a fault to whoever launches', async () => {
  const early = createEarlyChromium(() => Promise.reject(new Error('no sandbox')));
  await early.begin(plan);
  await expect(early.launch(plan)).rejects.toThrow('no sandbox');
  await early.abandon();
});

it('closes the one that was begun when the program does not start', async () => {
  const { window, close } = fakeWindow();
  const early = createEarlyChromium(async () => window);
  await early.abandon();
  await early.begin(plan);
  await early.launch(plan);
  await early.abandon();
  await early.abandon();
  expect(close).toHaveBeenCalledTimes(1);
});
