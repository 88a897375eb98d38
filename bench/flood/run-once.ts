import { setTimeout as wait } from 'node:timers/promises';
import { assertEqual } from '../book/book-deltas.ts';
import { describeLatencies, type Latencies, latenciesOf, type Mark, ratePerSecond } from './latency.ts';
import { clearPaints, clockLeadMs, readPaints } from './stage/paint-log.ts';
import { type Shares, watchProcesses } from './stage/processes.ts';
import type { OpenedPage, Stage } from './stage/stages.ts';
import type { ControlledSource } from './venue/control.ts';
import { pictureAt } from './venue/walk.ts';

const warmUpMs = 1_000;
const measuredMs = 3_000;
/** the mirror for screen readers is half a second behind, and a slow page is much further behind */
const patienceMs = 60_000;
const pollMs = 300;
const rows = 20;

/** Waits until the page shows what is right, or throws. */
export async function assertPicture(source: ControlledSource, picture: OpenedPage['picture']): Promise<void> {
  const { sequence } = await source.report();
  const right = pictureAt(sequence, rows);
  for (let leftMs = patienceMs; leftMs > 0; leftMs -= pollMs) {
    await wait(pollMs);
    if (JSON.stringify(await picture()) === JSON.stringify(right)) return;
  }
  assertEqual(await picture(), right);
}

/** Latencies, paints and rates of one load. */
export interface Figures extends Latencies {
  readonly paintsPerSecond: number;
  readonly sentPerSecond: number;
  readonly receivedPerSecond: number;
}

export interface Run {
  /** of a core, by kind of process */
  readonly shares: Shares;
  /** null where nothing was sent */
  readonly figures: Figures | null;
}

export interface LoadedStage {
  readonly stage: Stage;
  readonly perSecond: number;
  /** false: only the processor is looked at, and a log of paints would be counted with it */
  readonly isLogged?: boolean;
}

interface PaintNotes {
  readonly notes: readonly Mark[];
  readonly paints: readonly Mark[];
  /** how much the page's clock is ahead of ours */
  readonly leadMs: number;
}

function describePaints({ notes, paints, leadMs }: PaintNotes): Figures {
  const byOurClock = paints.map(([sequence, atMs]): Mark => [sequence, atMs - leadMs]);
  return {
    ...describeLatencies(latenciesOf(notes, byOurClock)),
    paintsPerSecond: paints.length / (measuredMs / 1000),
    sentPerSecond: ratePerSecond(notes),
    receivedPerSecond: ratePerSecond(paints),
  };
}

/** One fresh page under one load: processor shares, latencies, paints and rates. The last picture must be right. */
export async function runOnce({ stage, perSecond, isLogged = true }: LoadedStage): Promise<Run> {
  const { source, profileDir, open } = stage;
  const { page, log, picture, close } = await open({ isLogged });
  const leadMs = await clockLeadMs(page);
  await source.setPace(perSecond, 'breathing');
  await wait(warmUpMs);
  await clearPaints(log);
  const sharesSince = watchProcesses(profileDir);
  await wait(measuredMs);
  const shares = sharesSince();
  const paints = await readPaints(log);
  const { notes } = await source.setPace(0);
  await assertPicture(source, picture);
  await close();
  return { shares, figures: perSecond === 0 || !isLogged ? null : describePaints({ notes, paints, leadMs }) };
}
