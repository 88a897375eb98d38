import {
  normalizeWorkspaceModel,
  type SplitNode,
  type TabsetNode,
  type WorkspaceModel,
  type WorkspaceNode,
} from 'react-resizable-panels';
import type { LayoutNode } from '#shared/domain/view/workspace.ts';
import { isPanelName, panelTexts } from './panel-names.ts';

/** Our layouts and the library's: files hold ours, so that another version of the library breaks none of them. */

type Node = WorkspaceNode<null>;

/**
 * A layout as the library wants it. Places are numbered by where they stand, under the name of what they belong to: the
 * library shares the room of a place that it knows by what its panels needed before.
 */
export function toModel(layout: LayoutNode, name = 'place'): WorkspaceModel<null> {
  const model = normalizeWorkspaceModel<null>({ version: 1, root: toNode(layout, name) });
  if (model === null) throw new Error('the library takes no such model');
  return model;
}

function toNode(node: LayoutNode, id: string): Node {
  const { size } = node;
  if (node.kind === 'split')
    return {
      type: 'split',
      id,
      size,
      orientation: node.direction === 'row' ? 'horizontal' : 'vertical',
      children: node.children.map((child, at) => toNode(child, `${id}-${at}`)),
    };
  return {
    type: 'tabset',
    id,
    size,
    minWidth: `${leastPx(node.panels)}px`,
    selectedId: node.selected,
    tabs: node.panels.map(name => ({ id: name, title: isPanelName(name) ? panelTexts[name].title : name, data: null })),
  };
}

function leastPx(panels: readonly string[]): number {
  return Math.max(...panels.map(name => (isPanelName(name) ? panelTexts[name].leastPx : 0)));
}

/** What the user made of it; null when no panel is left. */
export function fromModel({ root }: WorkspaceModel<null>): LayoutNode | null {
  return fromNode(root, 100);
}

function fromNode(node: Node, size: number): LayoutNode | null {
  if (node.type === 'tabset') return fromTabset(node, size);
  const sizes = sizesOf(node);
  const children = node.children.map((child, at) => fromNode(child, sizes[at] ?? 0)).filter(child => child !== null);
  if (children.length === 0) return null;
  return { kind: 'split', direction: node.orientation === 'horizontal' ? 'row' : 'column', size, children };
}

function fromTabset({ tabs, selectedId }: TabsetNode<null>, size: number): LayoutNode | null {
  const panels = tabs.map(({ id }) => id);
  const [first] = panels;
  return first === undefined ? null : { kind: 'tabs', size, panels, selected: selectedId ?? first };
}

/** Percent each; those without a size share what the others leave. */
function sizesOf({ children }: SplitNode<null>): readonly number[] {
  const known = children.map(({ size }) => (typeof size === 'number' ? size : null));
  const left = 100 - known.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const share = left / Math.max(1, known.filter(size => size === null).length);
  // the library's sums are not exact
  return known.map(size => Math.max(Math.round((size ?? share) * 1000) / 1000, 0.1));
}
