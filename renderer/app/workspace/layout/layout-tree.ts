import type { LayoutNode, LayoutSplit, LayoutTabs } from '#shared/domain/view/workspace.ts';
import { isPanelName, type PanelName } from './panel-names.ts';

/** Everything here answers a new layout and changes none. Sizes are percent of the split that a place is part of. */

export function tabs(size: number, panels: readonly PanelName[], selected?: PanelName): LayoutTabs {
  const [first = 'chart'] = panels;
  return { kind: 'tabs', size, panels: [...panels], selected: selected ?? first };
}

export function row(size: number, children: readonly LayoutNode[]): LayoutSplit {
  return { kind: 'split', direction: 'row', size, children };
}

export function column(size: number, children: readonly LayoutNode[]): LayoutSplit {
  return { kind: 'split', direction: 'column', size, children };
}

/** The places of a layout, in reading order. */
export function placesOf(node: LayoutNode): readonly LayoutTabs[] {
  return node.kind === 'tabs' ? [node] : node.children.flatMap(placesOf);
}

/** The panels of a layout, in reading order. */
export function panelsOf(node: LayoutNode): readonly string[] {
  return placesOf(node).flatMap(place => place.panels);
}

/** To a thousandth of a percent, which is less than a pixel sees: sums of parts stay what they look like. */
function resized<N extends LayoutNode>(node: N, size: number): N {
  return { ...node, size: Math.round(size * 1000) / 1000 };
}

/** Parts of a whole again: what one gave up the others share. */
function filling(children: readonly LayoutNode[]): readonly LayoutNode[] {
  const total = children.reduce((sum, { size }) => sum + size, 0);
  return children.map(child => resized(child, (child.size / total) * 100));
}

/** Without what is not known, what is there twice and what is empty; null when nothing is left. */
export function tidyLayout(node: LayoutNode): LayoutNode | null {
  const seen = new Set<string>();
  const tidy = (each: LayoutNode): LayoutNode | null => {
    if (each.kind === 'tabs') {
      const panels = each.panels.filter(name => isPanelName(name) && !seen.has(name) && seen.add(name));
      const [first] = panels;
      if (first === undefined) return null;
      return { ...each, panels, selected: panels.includes(each.selected) ? each.selected : first };
    }
    return tidySplit(
      each,
      each.children.map(tidy).filter(child => child !== null),
    );
  };
  const left = tidy(node);
  return left === null ? null : resized(left, 100);
}

/** A split of one is that one; a row in a row is part of it. */
function tidySplit(split: LayoutSplit, children: readonly LayoutNode[]): LayoutNode | null {
  const [only] = children;
  if (only === undefined) return null;
  if (children.length === 1) return resized(only, split.size);
  const flat = filling(children).flatMap(child =>
    child.kind === 'split' && child.direction === split.direction
      ? child.children.map(each => resized(each, (each.size * child.size) / 100))
      : [child],
  );
  return { ...split, children: flat };
}

/** Each place as `change` answers it; null takes it away. */
function mapPlaces(node: LayoutNode, change: (place: LayoutTabs) => LayoutNode | null): LayoutNode | null {
  if (node.kind === 'tabs') return change(node);
  return tidySplit(
    node,
    node.children.map(child => mapPlaces(child, change)).filter(child => child !== null),
  );
}

/** Without this panel; a place that held nothing else is given up. The last panel of all stays. */
export function closePanel(node: LayoutNode, panel: string): LayoutNode {
  const left = mapPlaces(node, place => without(place, panel));
  return left === null ? node : resized(left, 100);
}

function without(place: LayoutTabs, panel: string): LayoutTabs | null {
  const at = place.panels.indexOf(panel);
  if (at === -1) return place;
  const panels = place.panels.filter(name => name !== panel);
  const next = panels[Math.min(at, panels.length - 1)];
  if (next === undefined) return null;
  return { ...place, panels, selected: place.selected === panel ? next : place.selected };
}

/** This panel on top of its place. */
export function selectPanel(node: LayoutNode, panel: string): LayoutNode {
  const change = (place: LayoutTabs) => (place.panels.includes(panel) ? { ...place, selected: panel } : place);
  return mapPlaces(node, change) ?? node;
}

/**
 * With this panel, on top of the place that holds most of its group in `home`, the default layout; else of the last
 * place. One that is already open comes on top.
 */
export function openPanel(node: LayoutNode, panel: PanelName, home: LayoutNode): LayoutNode {
  if (panelsOf(node).includes(panel)) return selectPanel(node, panel);
  const company = placesOf(home).find(place => place.panels.includes(panel))?.panels ?? [];
  const shared = (place: LayoutTabs) => place.panels.filter(name => company.includes(name)).length;
  const places = placesOf(node);
  const best = places.reduce(
    (most, place) => (shared(place) >= shared(most) ? place : most),
    places[0] ?? tabs(100, []),
  );
  return addTo(node, best, panel);
}

function addTo(node: LayoutNode, target: LayoutTabs, panel: string): LayoutNode {
  const change = (place: LayoutTabs) =>
    place === target ? { ...place, panels: [...place.panels, panel], selected: panel } : place;
  return mapPlaces(node, change) ?? node;
}

/** This panel on top of the next place, after the last the first; where there is one place only, nothing moves. */
export function movePanelOn(node: LayoutNode, panel: string): LayoutNode {
  const places = placesOf(node);
  const from = places.findIndex(place => place.panels.includes(panel));
  const target = places[(from + 1) % places.length];
  if (from === -1 || target === undefined || places.length === 1) return node;
  // added first: a place that loses its last panel is given up, and the others are new then
  const added = mapPlaces(node, place => {
    if (place === target) return { ...place, panels: [...place.panels, panel], selected: panel };
    return without(place, panel);
  });
  return added === null ? node : resized(added, 100);
}

/** This panel in a place of its own, right of or below the one that it shares; alone already, it stays. */
export function splitOff(node: LayoutNode, panel: string, direction: 'row' | 'column'): LayoutNode {
  const split = mapPlaces(node, place => {
    if (!place.panels.includes(panel)) return place;
    const rest = without(place, panel);
    if (rest === null) return place;
    const own: LayoutTabs = { kind: 'tabs', size: 50, panels: [panel], selected: panel };
    return { kind: 'split', direction, size: place.size, children: [resized(rest, 50), own] };
  });
  return (split === null ? null : tidyLayout(split)) ?? node;
}
