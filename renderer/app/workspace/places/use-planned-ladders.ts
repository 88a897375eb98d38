import { useEffect } from 'react';
import type { PlannedLadder } from '#shared/calls/window-calls.ts';
import { call } from '#bridge/call.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { listen } from '#bridge/stream.ts';
import { type GhostLadder, useLadderStore } from '#state/ladder-store.ts';

/** More than a ladder may have; the contract takes no more. */
const maxPublishedRungs = 200;
/** Prices that follow the book change often. */
const betweenMs = 200;
/** The interval of publishing while it is composed: windows opened later receive it too. */
const againMs = 2000;
/** Without an update for this time: the composing window was closed or reloaded. */
const silentMs = 7000;

/** Rungs that are composed in one window are drawn in all of them, and may be dragged in each. */
export function usePlannedLadders(profileId: string): void {
  useEffect(() => publishPlans(profileId), [profileId]);
  useEffect(() => hearPlans(profileId), [profileId]);
}

function planOf({ market: { venue, symbol }, side, rungs }: GhostLadder): PlannedLadder {
  return { venue, symbol, side, rungs: rungs.slice(0, maxPublishedRungs) };
}

/** A lost answer loses only a drawing; the next answer draws it. */
const ignore = () => undefined;

function publishPlans(profileId: string): () => void {
  let isPublished = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const publish = (composed: GhostLadder | null) => {
    if (composed === null && !isPublished) return;
    isPublished = composed !== null;
    call('windows.plan', { profileId, plan: composed === null ? null : planOf(composed) }).catch(ignore);
  };
  const throttle = createThrottle(betweenMs, publish);
  const undo = useLadderStore.subscribe(({ composed }, before) => {
    if (composed === before.composed) return;
    throttle.offer(composed);
    if (composed === null) clearInterval(timer);
    else if (before.composed === null) timer = setInterval(() => publish(useLadderStore.getState().composed), againMs);
  });
  return () => {
    undo();
    clearInterval(timer);
    throttle.stop();
    publish(null);
  };
}

function hearPlans(profileId: string): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known = '';
  const { showReceivedGhosts } = useLadderStore.getState();
  const show = (plan: PlannedLadder | null) => {
    clearTimeout(timer);
    if (plan !== null) timer = setTimeout(() => show(null), silentMs);
    // published again, it is drawn unchanged
    const text = JSON.stringify(plan);
    if (text === known) return;
    known = text;
    showReceivedGhosts(plan === null ? null : ghostsOfPlan(profileId, plan));
  };
  const undo = [
    listen('windows.planned', event => {
      if (event.profileId === profileId) show(event.plan);
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
