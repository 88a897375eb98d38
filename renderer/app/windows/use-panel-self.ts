import { useEffect, useState } from 'react';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { useUiStore } from '#state/ui-store.ts';
import { marketOf } from '#state/windows/links.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { panelTexts, isPanelName } from '../workspace/layout/panel-names.ts';
import { followViewSettings } from '../settings/follow-view-settings.ts';
import { marketIn } from '../settings/shared-settings.ts';
import { readViewSettings } from '../settings/view-settings.ts';
import { t } from '#shared/words/t.ts';

/**
 * Asks main what this window shows, takes up how all windows look, and follows both. Answers why it cannot, or null.
 */
export function usePanelSelf(): string | null {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const following = { isWanted: true, undo: () => {} };
    const begin = async () => {
      const [self, settings] = await Promise.all([call('windows.self', {}), readViewSettings()]);
      if (!following.isWanted) return;
      // another address was loaded in the main window
      if (self === null) return location.replace('/');
      if (settings !== null) {
        const main = marketIn(settings);
        useUiStore.setState({ ...settings, ...marketOf(settings.links, self.panel, main) });
        useWindowStore.setState({ mainMarket: main });
      }
      document.title = isPanelName(self.panel) ? t`${panelTexts[self.panel].title} – Fathom` : 'Fathom';
      following.undo = followViewSettings(settings ?? useUiStore.getState(), self.panel);
      useWindowStore.setState({ self });
    };
    begin().catch((thrown: unknown) => setFailure(toFailure(thrown).message));
    return () => {
      following.isWanted = false;
      following.undo();
    };
  }, []);
  return failure;
}
