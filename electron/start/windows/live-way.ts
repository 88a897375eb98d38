import { mainWindowId, type WindowId } from '#shared/domain/view/panel-window.ts';
import { firstSymbol } from '#shared/domain/first-symbol.ts';
import type { Lock } from '#credentials/lock/lock.ts';
import { createFeed } from '#client/feed/create-feed.ts';
import type { TellOthers } from '#ipc/panel-windows.ts';
import { isToldWhileLocked } from '#ipc/while-locked.ts';
import { createPublisher } from '#ipc/publish.ts';
import { createLiveMarkets } from '#market/live-markets.ts';
import type { Shell } from '#shell/shell.ts';
import { systemClock } from '#time/clock.ts';
import { createFrameSense, type FrameSense } from '#time/frame-sense.ts';
import type { Foundation } from '../foundation.ts';

interface LiveWayOptions {
  readonly foundation: Pick<Foundation, 'log' | 'store'>;
  readonly shell: Pick<Shell, 'publish'>;
}

/** What moves by itself, and its way to each window. A page that is away watches nothing; the next one says anew what it watches. */
export function createLive({ foundation: { log, store }, shell }: LiveWayOptions, lock: Pick<Lock, 'isLocked'>) {
  const frames = new Map<WindowId, FrameSense>();
  const framesOf = (window: WindowId): FrameSense => {
    const known = frames.get(window) ?? createFrameSense();
    frames.set(window, known);
    return known;
  };
  const publisher = createPublisher({
    log,
    clock: systemClock,
    send: async (name, payload, to) => {
      const watchNumber = live.watchNumber(to);
      try {
        if (lock.isLocked() && !isToldWhileLocked(name)) throw new Error('Fathom is locked');
        const sentAtMs = performance.now();
        const toFrameMs = await shell.publish(name, payload, to);
        framesOf(to).heard({ sentAtMs, takenAtMs: performance.now(), toFrameMs });
      } catch (cause) {
        live.pageAway(watchNumber, to);
        throw cause;
      }
    },
  });
  const live = createLiveMarkets({
    openFeed: client => createFeed({ client, hasKey: true, log }),
    // what was looked at last is what the page opens with
    expectedBook: () => {
      const { look } = store.settings.read();
      return { venue: look?.venue ?? 'spot', symbol: look?.symbol ?? firstSymbol };
    },
    openActs: profileId => {
      const open = store.journal.open(profileId);
      // a journal that cannot be read refuses acts by itself
      return open.ok ? open.value.map(({ intent }) => intent.summary) : [];
    },
    emit: publisher.publish,
    offer: publisher.offer,
    clock: { ...systemClock, frameOffsetMs: framesOf(mainWindowId).offsetMs },
    // each window has frames of its own; a book is told to one window
    clockOf: to => ({ ...systemClock, frameOffsetMs: framesOf([...to][0] ?? mainWindowId).offsetMs }),
    log,
  });
  const gone = (window: WindowId): void => {
    publisher.close(window);
    live.windowGone(window);
    frames.delete(window);
  };
  const tellOthers: TellOthers = (name, payload, caller) => publisher.publish(name, payload, publisher.others(caller));
  return { live, publish: publisher.publish, coming: publisher.open, gone, tellOthers };
}
