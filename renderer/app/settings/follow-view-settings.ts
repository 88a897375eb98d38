import type { ViewSettings } from '#shared/domain/view/view-settings.ts';
import { createThrottle } from '#bridge/live/throttle.ts';
import { listen } from '#bridge/stream.ts';
import { useUiStore } from '#state/ui-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { changedByOthers, isSameAppearance, marketIn, settingsToKeep } from './shared-settings.ts';
import { saveViewSettings } from './view-settings.ts';
import { t } from '#shared/words/t.ts';

/** A drag through the pairs is one choice, not twenty; the windows that follow hear of it as soon as it is kept. */
const keepMs = 400;

/** What of the window's state is kept. */
type Looked = Pick<ReturnType<typeof useUiStore.getState>, keyof ViewSettings>;

/** The part of what is looked at that is worth keeping: sheets and pressed levels are not. */
export function settingsOf(state: Looked): ViewSettings {
  const { symbol, venue, favourites, isBlotterNarrow, bookPlace, chartInterval, bookSteps, theme, density } = state;
  const {
    isBookInQuote,
    isBookCumulative,
    stuckAfterMin,
    presets,
    ladderTemplates,
    fillSounds,
    fillsSeenMs,
    shortcuts,
    links,
    directions,
    fontSize,
    isStill,
    timeZone,
    hasMilliseconds,
    language,
  } = state;
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
    links: { ...links },
    fillSounds,
    fillsSeenMs,
  };
}

/**
 * Keeps what changes of what is looked at, also what has changed since it was `begun`, and shows what other windows
 * change of what all of them share. `panel` is what this window shows; null: it is the main one. Answers how to end it.
 */
export function followViewSettings(begun: Looked, panel: string | null = null): () => void {
  // what main keeps, as far as this window knows
  let kept = settingsOf(begun);
  let hasFailed = false;
  const now = (): ViewSettings => settingsToKeep(settingsOf(useUiStore.getState()), kept, panel);
  const isKept = (): boolean => isSameAppearance(now(), kept);
  const throttled = createThrottle<null>(keepMs, () => {
    if (isKept()) return;
    kept = now();
    void saveViewSettings(kept).then(error => {
      // once is enough: nothing of the market depends on it
      if (error !== null && !hasFailed) showToast('warning', t`View settings could not be saved: ${error.message}`);
      hasFailed = error !== null;
    });
  });
  const keepNew = () => {
    if (!isKept()) throttled.offer(null);
  };
  const undoListening = listen('viewSettings.changed', received => {
    const patch = changedByOthers(kept, received, panel);
    kept = received;
    if (panel !== null) useWindowStore.setState({ mainMarket: marketIn(received) });
    // what this one shows because another says so is kept by that one; what it changed by itself meanwhile, here
    useUiStore.setState(patch);
  });
  keepNew();
  const undo = useUiStore.subscribe(keepNew);
  return () => {
    undo();
    undoListening();
    throttled.stop();
  };
}
