import { expect as base } from 'playwright/test';

/** Playwright's own are 100, 250, 500 and then 1000 ms: a state that comes a little later is seen a second later. */
const intervalsMs = [50, 100, 150, 250];
type Poll = typeof base.poll;

const poll: Poll = (actual, options) =>
  base.poll(actual, { intervals: intervalsMs, ...(typeof options === 'string' ? { message: options } : options) });

/** Playwright's `expect`; its `poll` asks more often than Playwright does. */
export const expect: typeof base = Object.assign(base.configure({}), { poll });
