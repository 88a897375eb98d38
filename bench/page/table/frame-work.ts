import type { CDPSession, Page } from 'playwright-core';

/** A slice of Chromium's trace; times in µs, `tdur` is processor time. */
interface Slice {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

const task = 'ThreadControllerImpl::RunTask';
const frame = 'FireAnimationFrame';

async function trace(session: CDPSession, work: () => Promise<unknown>): Promise<readonly Slice[]> {
  const slices: Slice[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Chromium writes its trace
  session.on('Tracing.dataCollected', ({ value }) => void slices.push(...(value as unknown as Slice[])));
  const categories = { includedCategories: ['toplevel', 'devtools.timeline'] };
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: categories });
  await work();
  const complete = new Promise(resolve => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  return slices;
}

/**
 * What the page's main thread works from one frame to the next while `work` continues, in ms of its own processor time: what
 * other programs on the machine take away does not count.
 */
export async function workByFrame(page: Page, work: () => Promise<unknown>): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  const slices = await trace(session, work);
  await session.detach();
  const frames = slices.filter(({ name }) => name === frame);
  const main = frames[0];
  if (main === undefined) throw new Error('the browser traced no frame');
  const isMain = ({ pid, tid }: Slice): boolean => pid === main.pid && tid === main.tid;
  const beginsAt = frames.filter(isMain).map(({ ts }) => ts);
  const tasks = slices.filter(slice => slice.name === task && slice.ph === 'X' && isMain(slice));
  const workedMs: number[] = [];
  for (const { ts, dur = 0, tdur = dur } of tasks.toSorted((a, b) => a.ts - b.ts)) {
    if (beginsAt.some(at => at >= ts && at <= ts + dur)) workedMs.push(0);
    // what came before the first frame is none of them
    if (workedMs.length > 0) workedMs.push((workedMs.pop() ?? 0) + tdur / 1000);
  }
  return workedMs;
}
