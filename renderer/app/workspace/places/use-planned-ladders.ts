import { useEffect } from 'react';
import type { PlannedLadder } from '#shared/calls/window-calls.ts';
import { call } from '#bridge/call.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { listen } from '#bridge/stream.ts';
import { type GhostLadder, useLadderStore } from '#state/ladder-store.ts';

/** More than a ladder may have; the contract takes no more. */
const mostTold = 200;
/** Prices that follow the book change often. */
const betweenMs = 200;
/** Said again so often while it is composed: a window that was opened since hears it too. */
const againMs = 2000;
/** Not heard for so long: the window that composed it was closed or loaded anew. */
const silentMs = 7000;

/** Rungs that are composed in one window are drawn in all of them, and may be dragged in each. */
export function usePlannedLadders(profileId: string): void {
  useEffect(() => tellPlans(profileId), [profileId]);
  useEffect(() => hearPlans(profileId), [profileId]);
}

function planOf({ market: { venue, symbol }, side, rungs }: GhostLadder): PlannedLadder {
  return { venue, symbol, side, rungs: rungs.slice(0, mostTold) };
}

/** Only a drawing goes lost with an answer: it is drawn with the next one. */
const ignore = () => undefined;

function tellPlans(profileId: string): () => void {
  let isTold = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const tell = (composed: GhostLadder | null) => {
    if (composed === null && !isTold) return;
    isTold = composed !== null;
    call('windows.plan', { profileId, plan: composed === null ? null : planOf(composed) }).catch(ignore);
  };
  const throttle = createThrottle(betweenMs, tell);
  const undo = useLadderStore.subscribe(({ composed }, before) => {
    if (composed === before.composed) return;
    throttle.offer(composed);
    if (composed === null) clearInterval(timer);
    else if (before.composed === null) timer = setInterval(() => tell(useLadderStore.getState().composed), againMs);
  });
  return () => {
    undo();
    clearInterval(timer);
    throttle.stop();
    tell(null);
  };
}

function hearPlans(profileId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = '';
  const { showTold } = useLadderStore.getState();
  const show = (plan: PlannedLadder | null) => {
    clearTimeout(timer);
    if (plan !== null) timer = setTimeout(() => show(null), silentMs);
    // said again, it is drawn as it was
    const text = JSON.stringify(plan);
    if (text === known) return;
    known = text;
    showTold(plan === null ? null : ghostsOfPlan(profileId, plan));
  };
  const undo = [
    listen('windows.planned', told => {
      if (told.profileId === profileId) show(told.plan);
    }),
    listen('windows.rungMoved', ({ profileId: of, row, price, isAll }) => {
      if (of === profileId) useLadderStore.getState().composed?.move(row, price, isAll);
    }),
  ];
  return () => {
    for (const each of undo) each();
    show(null);
  };
}

/** What is dragged here is typed there, where its rules are. */
function ghostsOfPlan(profileId: string, { venue, symbol, side, rungs }: PlannedLadder): GhostLadder {
  const move: GhostLadder['move'] = (row, price, isAll) => {
    call('windows.moveRung', { profileId, row, price, isAll }).catch(ignore);
  };
  return { market: { venue, symbol }, side, rungs, move };
}
