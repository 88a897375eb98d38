import { median } from '#bench/measure.ts';
import type { Metric } from '#bench/metric.ts';
import { type TableFigures, lateMs, measureAll, scrollFrames } from './contest.ts';
import { measureMemory } from './memory.ts';
import { tableNames } from './names.ts';

/** A hundred thousand fills in Fathom's table, beside react-window and ag-grid with the same cells; goals 10, 11 and 14. */
const goal = {
  scroll: { window: 1.1, grid: 0.45, blank: 0.01, ms: 11 },
  mount: { window: 1.6, ms: 35 },
  changeMs: 60,
  memory: 1.7,
};
/** Where the goals were set: what the same libraries took there. */
const there = { windowScrollMs: 10.7, gridScrollMs: 27.5, gridMountMs: 213 };

const rounded = (figure: number): number => Number(figure.toFixed(2));

interface Compared {
  readonly ours: TableFigures;
  readonly window: TableFigures;
  readonly grid: TableFigures;
  /** by how much slower than there this machine is now: a time in ms says nothing without it */
  readonly pace: number;
}

async function compareTables(): Promise<Compared> {
  const { ours, 'react-window': window, 'ag-grid': grid } = await measureAll();
  const paces = [
    window.scrollMs / there.windowScrollMs,
    grid.scrollMs / there.gridScrollMs,
    grid.mountMs / there.gridMountMs,
  ];
  return { ours, window, grid, pace: Math.max(1, median(paces)) };
}

function scrollMetric({ ours, window, grid, pace }: Compared): Metric {
  const { scroll } = goal;
  const [ratio, ratioToGrid] = [ours.scrollMs / window.scrollMs, ours.scrollMs / grid.scrollMs];
  return {
    metric: `${tableNames[0]} (ms of the main thread a frame)`,
    ours: rounded(ours.scrollMs),
    peer: rounded(window.scrollMs),
    peerName: 'react-window with the same cells',
    agGrid: rounded(grid.scrollMs),
    ratioToAgGrid: rounded(ratioToGrid),
    longestFrameMs: rounded(ours.longestMs),
    longestFrameMsOfPeer: rounded(window.longestMs),
    lateFrames: ours.late,
    lateFramesOfPeer: window.late,
    lateFramesOfAgGrid: grid.late,
    blankShare: rounded(ours.blank),
    blankShareOfAgGrid: rounded(grid.blank),
    pace: rounded(pace),
    ratio,
    goal: `<= ${scroll.window}, and <= ${scroll.grid} of ag-grid; places without a row <= ${scroll.blank * 100} %; of ${scrollFrames} frames none with more work than ${lateMs} ms x pace; ${scroll.ms} ms a frame at pace 1`,
    met:
      ratio <= scroll.window &&
      ratioToGrid <= scroll.grid &&
      ours.blank <= scroll.blank &&
      ours.longestMs <= lateMs * pace,
  };
}

function mountMetric({ ours, window, grid, pace }: Compared): Metric {
  const { mount, changeMs } = goal;
  const ratio = ours.mountMs / window.mountMs;
  return {
    metric: `${tableNames[1]} (ms of the main thread to mount)`,
    ours: rounded(ours.mountMs),
    peer: rounded(window.mountMs),
    peerName: 'react-window with the same cells',
    agGrid: rounded(grid.mountMs),
    ratioToAgGrid: rounded(ours.mountMs / grid.mountMs),
    sortMs: rounded(ours.sortMs),
    sortMsOfPeer: rounded(window.sortMs),
    sortMsOfAgGrid: rounded(grid.sortMs),
    sortWordsMs: rounded(ours.sortWordsMs),
    sortWordsMsOfPeer: rounded(window.sortWordsMs),
    sortWordsMsOfAgGrid: rounded(grid.sortWordsMs),
    filterMs: rounded(ours.filterMs),
    filterMsOfPeer: rounded(window.filterMs),
    filterMsOfAgGrid: rounded(grid.filterMs),
    pace: rounded(pace),
    ratio,
    goal: `<= ${mount.window}; sorted and filtered within ${changeMs} ms x pace; mounted in ${mount.ms} ms at pace 1`,
    met: ratio <= mount.window && Math.max(ours.sortMs, ours.sortWordsMs, ours.filterMs) <= changeMs * pace,
  };
}

export async function measureTable(): Promise<readonly Metric[]> {
  const { filled, blank } = await measureMemory();
  const compared = await compareTables();
  const memory = filled / blank;
  return [
    scrollMetric(compared),
    mountMetric(compared),
    {
      metric: `${tableNames[2]} (MB of all processes of the browser)`,
      ours: rounded(filled / 1_048_576),
      peer: rounded(blank / 1_048_576),
      peerName: 'a blank page',
      ratio: memory,
      goal: `<= ${goal.memory}`,
      met: memory <= goal.memory,
    },
  ];
}
