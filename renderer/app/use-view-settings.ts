import { useEffect, useState } from 'react';
import type { ViewSettings } from '#shared/domain/view-settings.ts';
import { saveViewSettings, readViewSettings } from './view-settings.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { useUiStore } from '#state/ui-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';

/** A drag through the pairs is one choice, not twenty. */
const keepMs = 1000;

type UiState = ReturnType<typeof useUiStore.getState>;

/** The part of what is looked at that is worth keeping: sheets and pressed levels are not. */
function settingsOf(state: UiState): ViewSettings {
  const { symbol, venue, favourites, isBlotterNarrow, bookPlace, chartInterval, bookSteps, theme, density } = state;
  const { isBookInQuote, isBookCumulative, stuckAfterMin, presets, ladderTemplates, fillSound, fillsSeenMs } = state;
  return {
    symbol,
    venue,
    favourites: [...favourites],
    isBlotterNarrow,
    bookPlace,
    chartInterval,
    bookSteps,
    isBookInQuote,
    isBookCumulative,
    theme,
    density,
    stuckAfterMin,
    presets,
    ladderTemplates: [...ladderTemplates],
    fillSound,
    fillsSeenMs,
  };
}

/**
 * Takes up what was looked at before the last end, unless that `isTakenUp`, then keeps what changes. True when the window
 * may be drawn.
 */
export function useViewSettings(isTakenUp = false): boolean {
  const [isReady, setReady] = useState(isTakenUp);
  useEffect(() => {
    if (isTakenUp) return followViewSettings();
    const following = { isWanted: true, undo: () => {} };
    void readViewSettings().then(settings => {
      if (!following.isWanted) return;
      if (settings !== null) useUiStore.setState(settings);
      following.undo = followViewSettings();
      setReady(true);
    });
    return () => {
      following.isWanted = false;
      following.undo();
    };
  }, [isTakenUp]);
  return isReady;
}

function followViewSettings(): () => void {
  let kept = JSON.stringify(settingsOf(useUiStore.getState()));
  let hasFailed = false;
  const throttled = createThrottle<ViewSettings>(keepMs, settings => {
    void saveViewSettings(settings).then(error => {
      // once is enough: nothing of the market depends on it
      if (error !== null && !hasFailed) showToast('warning', `What you look at is not kept: ${error.message}`);
      hasFailed = error !== null;
    });
  });
  const undo = useUiStore.subscribe(state => {
    const settings = settingsOf(state);
    const text = JSON.stringify(settings);
    if (text === kept) return;
    kept = text;
    throttled.offer(settings);
  });
  return () => {
    undo();
    throttled.stop();
  };
}
