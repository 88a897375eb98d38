import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { type ExtensionTally, extensionRequest, extensionsTo, type RungExtension } from '../model/extension.ts';
import type { LadderStanding } from '../model/ladder-views.ts';
import type { RowAnswer, SentRow } from '../model/stages.ts';
import { ladderOf, useLaddersStore } from './ladders-store.ts';
import { t } from '#shared/words/t.ts';

/** Between two rungs: each is a cancel, a look and an order. */
const betweenMs = 250;

type Counts = Omit<ExtensionTally, 'of' | 'stopped'>;

/**
 * Extends the expiry of the orders of a ladder, one after the other: each order is cancelled, its end is confirmed, and
 * it is placed again. An order that already ends later is not changed. The first lost or rejected answer stops it, because
 * the next order may depend on that answer.
 */
export async function extendLadder(profileId: string, view: LadderStanding, endMs: number): Promise<ExtensionTally> {
  const rungs = extensionsTo(view, endMs);
  const counts = { extended: 0, over: 0, gone: 0, unknown: 0 };
  let stopped: string | null = null;
  for (const [index, rung] of rungs.entries()) {
    if (index > 0) await new Promise(resolve => setTimeout(resolve, betweenMs));
    const end = await extendOne({ profileId, ladderId: view.id, rung, endMs });
    if (end.counted !== null) counts[end.counted] += 1;
    ({ stopped } = end);
    if (stopped !== null) break;
  }
  return { ...counts, of: rungs.length, stopped };
}

interface ExtendOptions {
  readonly profileId: string;
  readonly ladderId: string;
  readonly rung: RungExtension;
  readonly endMs: number;
}

interface RungEnd {
  readonly counted: keyof Counts | null;
  readonly stopped: string | null;
}

async function extendOne({ profileId, ladderId, rung, endMs }: ExtendOptions): Promise<RungEnd> {
  const amend = extensionRequest(rung, endMs, Date.now());
  if (amend === null) return { counted: null, stopped: t`The new end is over already.` };
  try {
    const { outcome, detail } = await call('orders.amend', { profileId, amend, confirmed: 'summary' });
    if (outcome === 'over') return { counted: 'over', stopped: null };
    // the row stays under its old mark, whose order is cancelled
    if (outcome === 'gone') return { counted: 'gone', stopped: detail };
    remark(ladderId, rung, { kind: 'placed', atMs: Date.now() });
    return { counted: 'extended', stopped: null };
  } catch (thrown) {
    const { isOutcomeUnknown, message } = toFailure(thrown);
    if (!isOutcomeUnknown) return { counted: null, stopped: message };
    remark(ladderId, rung, { kind: 'lost', chunk: rung.mark });
    return { counted: 'unknown', stopped: message };
  }
}

/** The row continues under its new client id; a ladder from before a restart is known by the client ids alone. */
function remark(ladderId: string, { row, mark, attempt }: RungExtension, answer: RowAnswer): void {
  const rows = ladderOf(ladderId)?.rows.map((each): SentRow => {
    const { price, size } = each;
    return each.row === row ? { row, price, size, mark, attempt, answer } : each;
  });
  if (rows !== undefined) useLaddersStore.getState().change(ladderId, { rows });
}
