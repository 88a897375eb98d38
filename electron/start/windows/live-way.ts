import { mainWindowId, type WindowId } from '#shared/domain/view/panel-window.ts';
import { firstSymbol } from '#shared/domain/first-symbol.ts';
import type { Lock } from '#credentials/lock/lock.ts';
import type { ExchangeClient } from '#client/client.ts';
import { createFeed } from '#client/feed/create-feed.ts';
import type { Feed } from '#client/feed/feed.ts';
import type { PublishToOtherWindows } from '#ipc/panel-windows.ts';
import { hideFigures, isPublishedWhileLocked } from '#ipc/while-locked.ts';
import { createPublisher } from '#ipc/publish.ts';
import { createLiveMarkets } from '#market/live-markets.ts';
import { filledPart } from '#policy/filled-part.ts';
import type { Log } from '#log/log.ts';
import type { Shell } from '#shell/shell.ts';
import type { IntentJournal } from '#store/intent-journal.ts';
import type { SettingsStore } from '#store/settings.ts';
import { type Clock, systemClock } from '#time/clock.ts';
import { createFrameSense, type FrameSense } from '#time/frame-sense.ts';

interface LiveStore {
  readonly settings: Pick<SettingsStore, 'read'>;
  readonly journal: Pick<IntentJournal, 'open' | 'countFilled'>;
}

export interface LiveWayOptions {
  readonly foundation: { readonly log: Log; readonly store: LiveStore };
  readonly shell: Pick<Shell, 'publish'>;
  /** absent: the system's */
  readonly clock?: Clock;
  /** absent: the feed of the exchange that the client talks to */
  readonly openFeed?: (client: ExchangeClient) => Feed;
}

/**
 * Composes the live market and the publisher of each window. When the page of a window does not take an event, that
 * window is served nothing until its page sends a watch again. That path publishes nothing itself: a failed publish
 * that publishes would never end.
 */
export function createLive(options: LiveWayOptions, lock: Pick<Lock, 'isLocked'>) {
  const { foundation, shell, clock = systemClock } = options;
  const { log, store } = foundation;
  const frames = new Map<WindowId, FrameSense>();
  const framesOf = (window: WindowId): FrameSense => {
    const known = frames.get(window) ?? createFrameSense();
    frames.set(window, known);
    return known;
  };
  const publisher = createPublisher({
    log,
    clock,
    send: async (name, payload, to) => {
      // the lock has already ended all watches; the page is there, and asks for everything after it is unlocked
      if (lock.isLocked() && !isPublishedWhileLocked(name)) return;
      const watchNumber = live.watchNumber(to);
      try {
        const sentAtMs = performance.now();
        const shown = lock.isLocked() ? hideFigures(name, payload) : payload;
        const toFrameMs = await shell.publish(name, shown, to);
        framesOf(to).record({ sentAtMs, takenAtMs: performance.now(), toFrameMs });
      } catch (cause) {
        live.pageAway(watchNumber, to);
        throw cause;
      }
    },
  });
  const live = createLiveMarkets({
    openFeed: options.openFeed ?? (client => createFeed({ client, hasKey: true, log })),
    // the page opens with the last viewed market
    expectedBook: () => {
      const { look } = store.settings.read();
      return { venue: look?.venue ?? 'spot', symbol: look?.symbol ?? firstSymbol };
    },
    openActions: profileId => {
      const open = store.journal.open(profileId);
      // a journal that cannot be read rejects actions by itself
      return open.ok ? open.value.map(({ intent: { summary, symbol } }) => ({ summary, symbol })) : [];
    },
    orderEnded: (profileId, order) => {
      const part = order.clientOid === null ? null : filledPart(order);
      if (part !== null) store.journal.countFilled(profileId, order.clientOid ?? '', part);
    },
    emit: publisher.publish,
    offer: publisher.offer,
    clock: { ...clock, frameOffsetMs: framesOf(mainWindowId).offsetMs },
    // each window has frames of its own; a book is published to one window
    clockOf: to => ({ ...clock, frameOffsetMs: framesOf([...to][0] ?? mainWindowId).offsetMs }),
    log,
  });
  const closed = (window: WindowId): void => {
    publisher.close(window);
    live.windowClosed(window);
    frames.delete(window);
  };
  const publishToOthers: PublishToOtherWindows = (name, payload, caller) =>
    publisher.publish(name, payload, publisher.others(caller));
  return { live, publish: publisher.publish, coming: publisher.open, closed, publishToOthers };
}
