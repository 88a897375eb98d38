import { TabsetMaximizeButton, type TabsetNode, useParentTabset } from 'react-resizable-panels';
import type { LayoutNode, WindowShape } from '#shared/domain/view/workspace.ts';
import { useUiStore } from '#state/ui-store.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Menu } from '#ui/menu/menu.tsx';
import type { MenuItem } from '#ui/menu/menu-item.ts';
import { closePanel, movePanelOn, panelsOf, placesOf, splitOff } from '../layout/layout-tree.ts';
import { isLinkable, isMarketList, isMarketPanel } from '../layout/market-panels.ts';
import { isPanelName, panelTexts } from '../layout/panel-names.ts';
import { activeLayout, keepLayout } from '../layout/workspace-list.ts';
import { useWindowShape } from '../use-window-shape.ts';
import { linkOf, marketOf } from '#state/windows/links.ts';
import { useWindowStore } from '#state/windows/window-store.ts';
import { keysFor } from '#state/shortcuts.ts';
import { popOut } from '#app/windows/pop-out.ts';
import { linkItems } from './link-items.ts';
import { LinkedMarket } from './link-mark.tsx';
import { t } from '#shared/words/t.ts';

interface PlaceToolsProps {
  readonly tabset: TabsetNode<null>;
  /** of the market on the screen */
  readonly symbol: string;
}

/** At the right end of each place: what the panel on top lists, the whole window for it, and where else it can go. */
export function PlaceTools({ tabset, symbol }: PlaceToolsProps) {
  const shape = useWindowShape();
  const place = useParentTabset();
  const isWindow = useWindowStore(state => state.self !== null);
  const name = tabset.selectedId ?? '';
  const links = useUiStore(state => state.links);
  if (!isPanelName(name)) return null;
  const { title } = panelTexts[name];
  const link = linkOf(links, name);
  // only its name is shown: of which venue it is does not matter
  const shownSymbol = isWindow ? symbol : marketOf(links, name, { venue: 'spot', symbol }).symbol;
  return (
    <>
      {link === 'A' && isMarketList(name) ? <OnlyMarket symbol={shownSymbol} /> : null}
      {link !== 'A' && !isWindow && isMarketPanel(name) ? (
        <LinkedMarket panel={name} link={link} symbol={shownSymbol} />
      ) : null}
      <span className="dock-head-space" data-panel={name} />
      {isWindow ? null : (
        <>
          <TabsetMaximizeButton
            className="menu-button dock-maximise"
            aria-label={t`Maximise or restore ${title}`}
            title={({ isMaximized }) => (isMaximized ? t`Restore (Esc in the tabs)` : t`Maximise ${title}`)}
          >
            {({ isMaximized }) => <span aria-hidden="true">{isMaximized ? '❐' : '□'}</span>}
          </TabsetMaximizeButton>
          <Menu
            label={t`${title}: move or close`}
            groups={[
              tabsGroup(tabset, place),
              ...groupsOf(name, shape, () => toggleMaximised(place)),
              linkGroup(name, links),
            ]}
          >
            <span aria-hidden="true">⋮</span>
          </Menu>
        </>
      )}
    </>
  );
}

/** Which others it shows the same market as, or the same account. */
function linkGroup(name: string, links: Readonly<Record<string, string>>): readonly MenuItem[] {
  return isLinkable(name) ? linkItems(name, linkOf(links, name)) : [];
}

type Place = ReturnType<typeof useParentTabset>;

/** Changes the layout that is on the screen. */
function rearrange(shape: WindowShape, change: (layout: LayoutNode) => LayoutNode): void {
  useWorkspaceStore.getState().change(kept => keepLayout(kept, shape, change(activeLayout(kept, shape))));
}

/** The tabs again: there may be more than the strip has room for. */
function tabsGroup({ tabs, selectedId }: TabsetNode<null>, place: Place): readonly MenuItem[] {
  if (tabs.length === 1) return [];
  return tabs.map(({ id, title = id }) => ({
    id: `tab-${id}`,
    label: title,
    isChecked: id === selectedId,
    onSelect: () => place?.selectTab(id),
  }));
}

function toggleMaximised(place: Place): void {
  if (place?.isMaximized() === true) place.restore();
  else place?.maximize();
}

function groupsOf(name: string, shape: WindowShape, onMaximise: () => void): readonly (readonly MenuItem[])[] {
  const layout = activeLayout(useWorkspaceStore.getState().kept, shape);
  const isAlone = placesOf(layout).some(({ panels }) => panels.length === 1 && panels[0] === name);
  const isOnly = panelsOf(layout).length === 1;
  const alone = isAlone ? t`The panel already has its own place` : null;
  const act = (id: string, label: string, change: (node: LayoutNode) => LayoutNode) => ({
    id,
    label,
    onSelect: () => rearrange(shape, change),
  });
  return [
    [
      {
        id: 'maximise',
        label: t`Maximise or restore`,
        onSelect: onMaximise,
        disabledReason: placesOf(layout).length === 1 ? t`The panel is maximised` : null,
      },
    ],
    [
      {
        ...act('next', t`Move to the next place`, node => movePanelOn(node, name)),
        disabledReason: placesOf(layout).length === 1 ? t`There is only one place` : null,
      },
      { ...act('right', t`Own place on the right`, node => splitOff(node, name, 'row')), disabledReason: alone },
      { ...act('below', t`Own place below`, node => splitOff(node, name, 'column')), disabledReason: alone },
    ],
    [
      {
        id: 'pop-out',
        label: t`Open in new window`,
        onSelect: () => void popOut(name, shape),
        disabledReason: isOnly ? t`This is the only panel` : null,
        keyText: keysFor('popOut', useUiStore.getState().shortcuts),
      },
    ],
    [
      {
        ...act('close', t`Close`, node => closePanel(node, name)),
        disabledReason: isOnly ? t`This is the only panel` : null,
        keyText: 'Del',
      },
    ],
  ];
}

function OnlyMarket({ symbol }: { readonly symbol: string }) {
  const isNarrow = useUiStore(state => state.isBlotterNarrow);
  const toggle = useUiStore(state => state.toggleBlotterNarrow);
  return (
    <Button size="small" isPressed={isNarrow} onPress={toggle}>
      {t`Only ${symbol}`}
    </Button>
  );
}
