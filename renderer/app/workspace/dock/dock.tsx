import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import {
  type BeforeModelChangeArgs,
  Separator,
  type TabNode,
  type TabRenderProps,
  type TabsetNode,
  useWorkspaceRef,
  Workspace,
  type WorkspaceChangedMeta,
  type WorkspaceModel,
} from 'react-resizable-panels';
import type { WindowShape } from '#shared/domain/view/workspace.ts';
import { useWorkspaceStore } from '#state/workspace-store.ts';
import { openPanel, placesOf } from '../layout/layout-tree.ts';
import { fromModel, toModel } from '../layout/library-model.ts';
import { isPanelName, type PanelName, panelTexts } from '../layout/panel-names.ts';
import { homeOf } from '../layout/ready-made.ts';
import { activeLayout, keepLayout } from '../layout/workspace-list.ts';
import { useWindowShape } from '../use-window-shape.ts';
import '#ui/table/tabs.css';
import './dock.css';
import { LinkMark } from './link-mark.tsx';
import { TabCount } from './panel-count.tsx';
import { PlaceTools } from './place-tools.tsx';
import { keepBookPlace, useBookPlaceKept } from './use-book-place-kept.ts';
import { t } from '#shared/words/t.ts';

interface DockProps {
  /** the same function while it draws the same: a new one redraws every panel */
  readonly renderPanel: (name: PanelName) => ReactNode;
  /** of the market on the screen */
  readonly symbol: string;
}

/** The panels of the chosen workspace, in their places. */
export function Dock({ renderPanel, symbol }: DockProps) {
  const shape = useWindowShape();
  const revision = useWorkspaceStore(state => state.revision);
  const ref = useWorkspaceRef<null>();
  const root = useRef<HTMLDivElement>(null);
  const [first] = useState(() => modelNow(shape));
  const drawn = useRef(`${revision} ${shape}`);
  useLayoutEffect(() => {
    // the first one is drawn by itself; what the user does with the panels draws itself too
    if (drawn.current === `${revision} ${shape}`) return;
    drawn.current = `${revision} ${shape}`;
    ref.current?.setModel(modelNow(shape));
  }, [ref, revision, shape]);
  usePanelRequest(shape);
  useBookPlaceKept(root);
  const onModelChanged = useCallback(
    (model: WorkspaceModel<null>, { reason }: WorkspaceChangedMeta) => {
      keepBookPlace(root.current);
      // a maximised panel is a look at one thing, no layout
      if (reason === 'set-model' || reason === 'maximize' || reason === 'restore') return;
      const layout = fromModel(model);
      if (layout !== null) useWorkspaceStore.getState().note(kept => keepLayout(kept, shape, layout));
    },
    [shape],
  );
  const renderTabContent = useCallback(
    ({ id }: TabNode<null>) => (isPanelName(id) ? renderPanel(id) : null),
    [renderPanel],
  );
  return (
    <Workspace
      className="dock"
      elementRef={root}
      workspaceRef={ref}
      defaultModel={first}
      hiddenTabBehavior="unmount"
      lazyTabContent
      tabsetMinHeight="56px"
      onBeforeModelChange={keepsOne}
      onModelChanged={onModelChanged}
      renderTab={renderTab}
      renderTabContent={renderTabContent}
      renderTabsetToolbar={tabset => <PlaceTools tabset={tabset} symbol={symbol} />}
      renderSeparator={renderSeparator}
      styles={styles}
    />
  );
}

function modelNow(shape: WindowShape): WorkspaceModel<null> {
  const { kept } = useWorkspaceStore.getState();
  return toModel(activeLayout(kept, shape), `${kept.activeId}-${shape}`);
}

/** A panel that another part of the window asks for comes on top, or into the place that suits it. */
function usePanelRequest(shape: WindowShape): void {
  const request = useWorkspaceStore(state => state.panelRequest);
  const seen = useRef(request);
  useEffect(() => {
    if (request === null || request === seen.current) return;
    seen.current = request;
    const { panel, unless } = request;
    const { kept: now, change } = useWorkspaceStore.getState();
    const isShown = placesOf(activeLayout(now, shape)).some(({ selected }) => unless.includes(selected));
    if (!isPanelName(panel) || isShown) return;
    change(kept => {
      return keepLayout(kept, shape, openPanel(activeLayout(kept, shape), panel, homeOf(panel, shape)));
    });
  }, [request, shape]);
}

/** A workspace without a panel would be a window with nothing to press. */
function keepsOne({ model }: BeforeModelChangeArgs<null>): boolean {
  return fromModel(model) !== null;
}

/** Delete closes a panel by its tab; with another key held it is for orders, wherever the focus is. */
function isForOrders({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (key === 'Backspace' || key === 'Delete') && (ctrlKey || metaKey || altKey || shiftKey);
}

/** The tab of the panel on top is in sight, also where the strip has no room for all, or has less than it had. */
function showTab(title: HTMLSpanElement): () => void {
  const tab = title.closest('.tab');
  const observer = new ResizeObserver(() => tab?.scrollIntoView({ inline: 'nearest', block: 'nearest' }));
  if (tab?.parentElement) observer.observe(tab.parentElement);
  return () => observer.disconnect();
}

function renderTab({ id, title }: TabNode<null>, props: TabRenderProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!isForOrders(event)) props.onKeyDown?.(event);
  };
  const isShown = props['aria-selected'] === true || props['aria-selected'] === 'true';
  return (
    <div {...props} className="tab" data-panel={id} onKeyDown={onKeyDown}>
      <span key={String(isShown)} ref={isShown ? showTab : undefined}>
        {title}
      </span>
      <LinkMark panel={id} isShown={isShown} />
      <TabCount name={id} isShown={isShown} />
    </div>
  );
}

function renderSeparator(orientation: 'horizontal' | 'vertical') {
  const label = orientation === 'horizontal' ? t`Width of the adjacent panels` : t`Height of the panels above`;
  return <Separator className="dock-separator" aria-label={label} />;
}

/** The head of a panel lies in the strip of its tabs, and takes what its panel says. */
const styles = {
  tabset: ({ selectedId = '' }: TabsetNode<null>) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- React's type knows no custom properties
    ({ '--tab-head-whole': `${isPanelName(selectedId) ? panelTexts[selectedId].headPx : 0}px` }) as CSSProperties,
};
