import type { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { useUiStore } from '#state/ui-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { saveViewSettings } from './view-settings.ts';
import { t } from '#shared/words/t.ts';

/** A drag through the pairs is one choice, not twenty. */
const keepMs = 1000;

export type UiState = ReturnType<typeof useUiStore.getState>;

/** The part of what is looked at that is worth keeping: sheets and pressed levels are not. */
export function settingsOf(state: UiState): ViewSettings {
  const { symbol, venue, favourites, isBlotterNarrow, bookPlace, chartInterval, bookSteps, theme, density } = state;
  const {
    isBookInQuote,
    isBookCumulative,
    stuckAfterMin,
    presets,
    ladderTemplates,
    fillSound,
    fillsSeenMs,
    shortcuts,
    directions,
    fontSize,
    isStill,
    timeZone,
    hasMilliseconds,
    language,
    isPriceLadder,
  } = state;
  return {
    symbol,
    venue,
    favourites: [...favourites],
    isBlotterNarrow,
    isPriceLadder,
    bookPlace,
    chartInterval,
    bookSteps,
    isBookInQuote,
    isBookCumulative,
    theme,
    density,
    directions,
    fontSize,
    isStill,
    timeZone,
    hasMilliseconds,
    language,
    stuckAfterMin,
    presets,
    ladderTemplates: [...ladderTemplates],
    shortcuts,
    fillSound,
    fillsSeenMs,
  };
}

/**
 * Keeps what changes of what is looked at, also what has changed since it was `begun`. Answers how to end it.
 */
export function followViewSettings(begun: UiState): () => void {
  let kept = JSON.stringify(settingsOf(begun));
  let hasFailed = false;
  const throttled = createThrottle<ViewSettings>(keepMs, settings => {
    void saveViewSettings(settings).then(error => {
      // once is enough: nothing of the market depends on it
      if (error !== null && !hasFailed) showToast('warning', t`What you look at is not kept: ${error.message}`);
      hasFailed = error !== null;
    });
  });
  const keepNew = (state: UiState) => {
    const settings = settingsOf(state);
    const text = JSON.stringify(settings);
    if (text === kept) return;
    kept = text;
    throttled.offer(settings);
  };
  keepNew(useUiStore.getState());
  const undo = useUiStore.subscribe(keepNew);
  return () => {
    undo();
    throttled.stop();
  };
}
