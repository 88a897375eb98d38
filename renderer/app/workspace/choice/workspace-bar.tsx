import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useShallow } from 'zustand/shallow';
import { isTyping } from '#features/ticket/is-typing.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Menu } from '#ui/menu/menu.tsx';
import type { MenuItem } from '#ui/menu/menu-item.ts';
import { closePanel, openPanel, panelsOf } from '../layout/layout-tree.ts';
import { panelNames, panelTexts } from '../layout/panel-names.ts';
import { homeOf } from '../layout/ready-made.ts';
import {
  activeChoice,
  activeLayout,
  choicesOf,
  chooseWorkspace,
  dropWorkspace,
  keepLayout,
} from '../layout/workspace-list.ts';
import { useWindowShape } from '../use-window-shape.ts';
import './workspace-bar.css';
import { t } from '#shared/words/t.ts';

// saving, renaming and importing are rare
const WorkspaceDialogs = lazy(async () => ({ default: (await import('./workspace-dialogs.tsx')).WorkspaceDialogs }));

/** Which workspace is on the screen, and what can be done with it. Alt and a number chooses one. */
export function WorkspaceBar() {
  const kept = useWorkspaceStore(state => state.kept);
  const isDialogOpen = useWorkspaceStore(state => state.dialog !== 'none');
  useWorkspaceKeys();
  const active = activeChoice(kept);
  return (
    <nav className="workspace-bar" aria-label={t`Workspaces`}>
      {choicesOf(kept).map(({ id, title }, at) => (
        <button
          key={id}
          type="button"
          className="workspace-choice"
          aria-current={id === active.id ? 'page' : undefined}
          title={at < 9 ? t`${title} (Alt+${at + 1})` : title}
          onClick={() => choose(id)}
        >
          {title}
        </button>
      ))}
      <WorkspaceMenu>⋯</WorkspaceMenu>
      {isDialogOpen ? (
        <Suspense fallback={null}>
          <WorkspaceDialogs />
        </Suspense>
      ) : null}
    </nav>
  );
}

function choose(id: string): void {
  const { kept, change } = useWorkspaceStore.getState();
  // an equal value would redraw everything needlessly
  if (activeChoice(kept).id !== id) change(old => chooseWorkspace(old, id));
}

/** A sheet beside the window leaves it its keys, and needs no Alt in its fields. */
function isElsewhere(event: KeyboardEvent): boolean {
  const beside = document.querySelector('[data-beside=true]');
  return isTyping(event) && (beside === null || document.querySelector('[data-beside=false]') !== null);
}

function useWorkspaceKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isElsewhere(event)) return;
      // by its place: on some keyboards Alt makes another character of it
      const number = /^Digit([1-9])$/.exec(event.code)?.[1];
      const choice = choicesOf(useWorkspaceStore.getState().kept)[Number(number) - 1];
      if (number === undefined || choice === undefined) return;
      event.preventDefault();
      choose(choice.id);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function WorkspaceMenu({ children }: { readonly children: ReactNode }) {
  const shape = useWindowShape();
  const { kept, change, showDialog } = useWorkspaceStore(
    useShallow(({ kept: all, change: changeAll, showDialog: show }) => ({
      kept: all,
      change: changeAll,
      showDialog: show,
    })),
  );
  const { id, title, isReadyMade, isChanged } = activeChoice(kept);
  const layout = activeLayout(kept, shape);
  const shown = new Set(panelsOf(layout));
  const panels = panelNames.map((name): MenuItem => {
    const isChecked = shown.has(name);
    const next = isChecked ? closePanel(layout, name) : openPanel(layout, name, homeOf(name, shape));
    return {
      id: name,
      label: panelTexts[name].title,
      isChecked,
      disabledReason: isChecked && shown.size === 1 ? t`This is the only panel` : null,
      onSelect: () => change(old => keepLayout(old, shape, next)),
    };
  });
  const own = isReadyMade ? t`Built-in workspace: save it under a new name first` : null;
  const manage: readonly MenuItem[] = [
    { id: 'save', label: t`Save as…`, onSelect: () => showDialog('save') },
    { id: 'rename', label: t`Rename…`, disabledReason: own, onSelect: () => showDialog('rename') },
    {
      id: 'reset',
      label: t`Reset ${title}`,
      disabledReason: !isReadyMade
        ? t`Only built-in workspaces can be reset`
        : isChanged
          ? null
          : t`Nothing has changed`,
      onSelect: () => change(old => dropWorkspace(old, id)),
    },
    { id: 'delete', label: t`Delete…`, disabledReason: own, onSelect: () => showDialog('delete') },
  ];
  const files: readonly MenuItem[] = [
    { id: 'export', label: t`Export…`, onSelect: () => showDialog('export') },
    { id: 'import', label: t`Import…`, onSelect: () => showDialog('import') },
  ];
  return (
    <Menu label={t`Panels and workspaces`} groups={[panels, manage, files]}>
      <span aria-hidden="true">{children}</span>
    </Menu>
  );
}
