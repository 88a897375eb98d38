import type { WindowShape } from '#shared/domain/view/workspace.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { leaveError, removePanel } from '../workspace/layout/away-panels.ts';
import { isPanelName, panelTexts } from '../workspace/layout/panel-names.ts';

async function showFailures(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    showToast('warning', toFailure(thrown).message);
  }
}

/** Half as much again as it can just be read in: a table shows its buttons without being scrolled. */
function roomOf(panel: string): { readonly widthPx?: number } {
  return isPanelName(panel) ? { widthPx: Math.max(520, Math.round(panelTexts[panel].leastPx * 1.5)) } : {};
}

/** Gives a panel a window of its own; one that has it comes to the front. */
export async function popOut(panel: string, shape: WindowShape): Promise<void> {
  const { profileId, kept } = useWorkspaceStore.getState();
  if (profileId === null) return;
  const error = leaveError(kept, shape, panel);
  if (error !== null) return showToast('neutral', error);
  await showFailures(async () => {
    const opened = await call('windows.open', { profileId, panel, ...roomOf(panel) });
    const { profileId: shownId, change } = useWorkspaceStore.getState();
    if (shownId !== profileId) return;
    // main publishes it too, before or after this answer
    useWindowStore.setState(({ windows }) => ({
      windows: [...(windows ?? []).filter(({ id }) => id !== opened.id), opened],
    }));
    change(now => removePanel(now, shape, panel));
  });
}

/** Ends the window of this panel, or, where none is named, the window that this is: its panel returns. */
export async function bringBack(id: string | undefined = useWindowStore.getState().self?.id): Promise<void> {
  if (id !== undefined) await showFailures(() => call('windows.close', { id }));
}

/** Brings a window to the front; `main` is the main one. */
export async function focusWindow(id: string): Promise<void> {
  await showFailures(() => call('windows.focus', { id }));
}
