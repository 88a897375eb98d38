import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { toFailure } from '#bridge/bridge-error.ts';
import { call } from '#bridge/call.ts';
import { useProfiles } from '#bridge/reference/use-reference.ts';
import { useRead } from '#bridge/use-read.ts';
import { ownTransfer, useCommandStore } from '#state/command-store.ts';
import { useComparisonStore } from '#state/comparison-store.ts';
import { useLadderStore } from '#state/ladder-store.ts';
import { keysFor, type ShortcutId, shortcuts } from '#state/shortcuts.ts';
import { useTicketStore } from '#state/ticket-store.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { bringBack, focusWindow, popOut } from '../windows/pop-out.ts';
import { shapeNow } from '../workspace/use-window-shape.ts';
import { lockNow } from '../lock/use-lock-keys.ts';
import { cyclePrivacy } from '../privacy/change-privacy.ts';
import { turnPriceLadder } from '../workspace/places/use-price-ladder-key.ts';
import { panelNames, panelTexts } from '../workspace/layout/panel-names.ts';
import { choicesOf, chooseWorkspace } from '../workspace/layout/workspace-list.ts';
import { fontSizes, themes } from './appearance-choices.ts';
import type { PaletteItem } from './find-items.ts';
import { useMarketItems } from './markets/use-market-items.ts';
import { useSubAccountItems } from './accounts/use-sub-account-items.ts';
import { useActionItems, usePositionActionItems } from './actions/use-action-items.ts';
import { useOrderItems } from './use-order-items.ts';
import { usePrivacy } from '#ui/value/use-privacy.ts';
import { t } from '#shared/words/t.ts';

const ui = useUiStore.getState;

/** What the commands do; a key that is not here works only where it is pressed. None of them sends anything. */
const shortcutActions: Readonly<Partial<Record<ShortcutId, () => void>>> = {
  lock: () => void call('lock.read', {}).then(({ pinHome }) => lockNow(pinHome !== null)),
  privacy: () => void cyclePrivacy(),
  help: () => useCommandStore.getState().show('shortcuts'),
  buy: () => useTicketStore.getState().open({ side: 'buy' }),
  sell: () => useTicketStore.getState().open({ side: 'sell' }),
  ladder: () => useLadderStore.getState().open(),
  compare: () => useComparisonStore.getState().open(),
  priceLadder: turnPriceLadder,
};

const densityWords = { low: t`low`, medium: t`medium`, high: t`high` } as const;

const plain: readonly PaletteItem[] = [
  { id: 'theme', kind: 'command', title: t`Dark or light`, run: () => ui().toggleTheme() },
  ...themes.map(
    ({ value, label }): PaletteItem => ({
      id: `theme ${value}`,
      kind: 'command',
      title: t`Theme: ${label}`,
      run: () => useUiStore.setState({ theme: value }),
    }),
  ),
  ...fontSizes.map(
    ({ value, label }): PaletteItem => ({
      id: `text ${value}`,
      kind: 'command',
      title: t`Text size: ${label}`,
      run: () => useUiStore.setState({ fontSize: value }),
    }),
  ),
  {
    id: 'appearance',
    kind: 'command',
    title: t`Appearance`,
    detail: t`theme, colours, font size, motion, times, file of settings`,
    run: () => useCommandStore.getState().show('appearance'),
  },
  {
    id: 'privacy and lock',
    kind: 'command',
    title: t`Privacy and lock`,
    detail: t`hidden values, PIN, idle time`,
    run: () => useCommandStore.getState().show('privacy'),
  },
  ...(['low', 'medium', 'high'] as const).map(
    (density): PaletteItem => ({
      id: `density ${density}`,
      kind: 'command',
      title: t`Row density ${densityWords[density]}`,
      run: () => ui().setDensity(density),
    }),
  ),
  {
    id: 'safety',
    kind: 'command',
    title: t`Safety and audit`,
    detail: t`dry run, timed cancel, audit journal`,
    run: () => useCommandStore.getState().show('safety'),
  },
  {
    id: 'policy',
    kind: 'command',
    title: t`Policy`,
    detail: t`limits of this profile`,
    run: () => useCommandStore.getState().show('policy'),
  },
  {
    id: 'transfer',
    kind: 'command',
    title: t`Transfer`,
    detail: t`between wallets and sub-accounts`,
    run: () => useCommandStore.getState().showTransfer(ownTransfer),
  },
  { id: 'profiles', kind: 'command', title: t`Profiles and keys`, run: () => ui().showSheet('profiles') },
];

const panels = panelNames.map(
  (name): PaletteItem => ({
    id: `panel ${name}`,
    kind: 'panel',
    title: panelTexts[name].title,
    run: () => useWorkspaceStore.getState().showPanel(name),
  }),
);

/** What the menu of the workspaces does with the one on the screen, or with one out of a file. */
const keepers = (
  [
    ['save', t`Save this workspace as`],
    ['export', t`Export this workspace`],
    ['import', t`Import a workspace`],
  ] as const
).map(
  ([dialog, title]): PaletteItem => ({
    id: `keep ${dialog}`,
    kind: 'workspace',
    title,
    run: () => useWorkspaceStore.getState().showDialog(dialog),
  }),
);

/** Windows that are there, and panels that could have one. */
function useWindowItems(): readonly PaletteItem[] {
  const windows = useWindowStore(state => state.windows) ?? [];
  return panelNames.flatMap((name): PaletteItem[] => {
    const { title } = panelTexts[name];
    const window = windows.find(({ panel }) => panel === name);
    if (window === undefined) {
      const run = () => void popOut(name, shapeNow());
      return [{ id: `window ${name}`, kind: 'window', title, detail: t`open in new window`, run }];
    }
    const { id } = window;
    return [
      { id: `go to ${id}`, kind: 'window', title, detail: t`show its window`, run: () => void focusWindow(id) },
      {
        id: `back ${id}`,
        kind: 'window',
        title,
        detail: t`move back to this window`,
        run: () => void bringBack(id),
      },
    ];
  });
}

/** In the window of one panel, what is about the arrangement of the others is left out. */
const ofPanelWindow: readonly PaletteItem[] = [
  { id: 'back', kind: 'window', title: t`Move back to the main window`, run: () => void bringBack() },
  { id: 'main', kind: 'window', title: t`Show the main window`, run: () => void focusWindow(mainWindowId) },
];

function commandsOf(chosen: Readonly<Record<string, string>>): readonly PaletteItem[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of this very object
  const ids = Object.keys(shortcutActions) as ShortcutId[];
  return ids.flatMap((id): PaletteItem[] => {
    const run = shortcutActions[id];
    const { title } = shortcuts[id];
    return run === undefined ? [] : [{ id, kind: 'command', title, keys: keysFor(id, chosen), run }];
  });
}

/** Main publishes the new profile of the window; the palette is closed by then. */
async function selectProfile(id: string): Promise<void> {
  try {
    await call('profiles.select', { id });
  } catch (thrown) {
    showToast('warning', toFailure(thrown).message);
  }
}

function useAccountItems(): readonly PaletteItem[] {
  const choice = useProfiles().data;
  return (choice?.profiles ?? [])
    .filter(({ id }) => id !== choice?.active.id)
    .map(({ id, name, keyHint }) => ({
      id: `account ${id}`,
      kind: 'account',
      title: name,
      detail: t`key …${keyHint}`,
      run: () => void selectProfile(id),
    }));
}

/** The header has it too, far from where the focus is after a panic. Main asks for it in the trusted window. */
function useReleaseItem(profileId: string): readonly PaletteItem[] {
  const { data } = useRead('safeguards.read', { profileId });
  if (data === undefined || data.frozenSinceMs === null) return [];
  const title = t`Release the frozen profile`;
  return [{ id: 'release', kind: 'command', title, run: () => void release(profileId) }];
}

async function release(profileId: string): Promise<void> {
  try {
    await call('killSwitch.release', { profileId });
  } catch (thrown) {
    showToast('warning', toFailure(thrown).message);
  }
}

/** Everything that can be found, in the order in which it is offered. */
export function usePaletteItems(profileId: string): readonly PaletteItem[] {
  const chosen = useUiStore(state => state.shortcuts);
  const kept = useWorkspaceStore(state => state.kept);
  const panel = useCommandStore(state => state.panel);
  const markets = useMarketItems(profileId, { panel, saysFor: true });
  const accounts = [...useAccountItems(), ...useSubAccountItems(profileId)];
  const orders = useOrderItems(profileId);
  const actions = useActionItems(profileId);
  const positionActions = usePositionActionItems(profileId);
  // names and amounts follow what is hidden
  usePrivacy();
  const windows = useWindowItems();
  const isPanelWindow = useWindowStore(state => state.self !== null);
  const releases = useReleaseItem(profileId);
  const workspaces = choicesOf(kept).map(
    ({ id, title }, at): PaletteItem => ({
      id: `workspace ${id}`,
      kind: 'workspace',
      title,
      keys: at < 9 ? `Alt+${at + 1}` : undefined,
      run: () => useWorkspaceStore.getState().change(old => chooseWorkspace(old, id)),
    }),
  );
  const arranging = isPanelWindow ? ofPanelWindow : [...workspaces, ...keepers, ...panels, ...windows];
  const general = isPanelWindow ? plain.filter(({ id }) => id !== 'profiles') : plain;
  // a panel goes into the main window
  const commands = commandsOf(chosen).filter(({ id }) => !(isPanelWindow && id === 'priceLadder'));
  return [
    ...releases,
    ...commands,
    ...actions,
    ...arranging,
    ...general,
    ...accounts,
    ...markets,
    ...orders,
    ...positionActions,
  ];
}
