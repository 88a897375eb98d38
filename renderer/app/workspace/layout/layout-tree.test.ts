import { describe, expect, it } from 'vitest';
import type { LayoutNode } from '#shared/domain/view/workspace.ts';
import {
  closePanel,
  column,
  movePanelOn,
  openPanel,
  panelsOf,
  placesOf,
  row,
  selectPanel,
  splitOff,
  tabs,
  tidyLayout,
} from './layout-tree.ts';

const desk = column(100, [row(60, [tabs(30, ['book']), tabs(70, ['chart', 'depth'])]), tabs(40, ['active', 'stops'])]);

/** A layout in one line: `[book | chart* depth] / active* stops`, with the sizes. */
function text(node: LayoutNode): string {
  if (node.kind === 'tabs')
    return `${Math.round(node.size)}:${node.panels.map(name => (name === node.selected ? `${name}*` : name)).join(' ')}`;
  const inner = node.children.map(text).join(node.direction === 'row' ? ' | ' : ' / ');
  return `${Math.round(node.size)}:[${inner}]`;
}

describe('tidying a layout', () => {
  it('keeps a valid layout', () => {
    expect(tidyLayout(desk)).toEqual(desk);
  });

  it('removes unknown and repeated panels', () => {
    const odd = row(100, [
      { kind: 'tabs', size: 50, panels: ['book', 'quotes-of-1999', 'book'], selected: 'quotes-of-1999' },
      { kind: 'tabs', size: 50, panels: ['chart', 'book'], selected: 'chart' },
    ]);
    expect(tidyLayout(odd)).toEqual(row(100, [tabs(50, ['book']), tabs(50, ['chart'])]));
  });

  it('removes empty places, and gives their space to the rest', () => {
    const odd = row(100, [
      column(60, [{ kind: 'tabs', size: 100, panels: ['gone'], selected: 'gone' }]),
      column(40, [tabs(20, ['chart'])]),
    ]);
    expect(tidyLayout(odd)).toEqual(tabs(100, ['chart']));
    expect(tidyLayout({ kind: 'tabs', size: 50, panels: ['gone'], selected: 'gone' })).toBeNull();
  });

  it('joins a row within a row, and scales the parts to a whole', () => {
    const odd = row(100, [row(30, [tabs(10, ['book']), tabs(10, ['chart'])]), tabs(30, ['depth'])]);
    expect(tidyLayout(odd)).toEqual(row(100, [tabs(25, ['book']), tabs(25, ['chart']), tabs(50, ['depth'])]));
  });
});

it('layout lists its places and panels in reading order', () => {
  expect(panelsOf(desk)).toEqual(['book', 'chart', 'depth', 'active', 'stops']);
  expect(placesOf(desk)).toHaveLength(3);
});

describe('closing a panel', () => {
  it('shows the next panel of the place', () => {
    expect(text(closePanel(desk, 'chart'))).toBe('100:[60:[30:book* | 70:depth*] / 40:active* stops]');
    expect(text(closePanel(selectPanel(desk, 'stops'), 'stops'))).toBe(
      '100:[60:[30:book* | 70:chart* depth] / 40:active*]',
    );
    expect(text(closePanel(desk, 'stops'))).toBe('100:[60:[30:book* | 70:chart* depth] / 40:active*]');
  });

  it('removes the place of its last panel', () => {
    expect(text(closePanel(desk, 'book'))).toBe('100:[60:chart* depth / 40:active* stops]');
  });

  it('keeps the last panel of the layout', () => {
    expect(closePanel(tabs(100, ['book']), 'book')).toEqual(tabs(100, ['book']));
  });
});

describe('opening a panel', () => {
  const home = column(100, [tabs(50, ['chart', 'trades']), tabs(50, ['active', 'fills', 'done'])]);

  it('finds the place with the panels of its default group', () => {
    expect(text(openPanel(desk, 'fills', home))).toBe('100:[60:[30:book* | 70:chart* depth] / 40:active stops fills*]');
    expect(text(openPanel(desk, 'trades', home))).toBe(
      '100:[60:[30:book* | 70:chart depth trades*] / 40:active* stops]',
    );
  });

  it('uses the last place without such a group', () => {
    expect(text(openPanel(desk, 'margin', home))).toBe(
      '100:[60:[30:book* | 70:chart* depth] / 40:active stops margin*]',
    );
  });

  it('shows a panel that is already there', () => {
    expect(text(openPanel(desk, 'depth', home))).toBe('100:[60:[30:book* | 70:chart depth*] / 40:active* stops]');
  });
});

describe('moving a panel', () => {
  it('uses the next place, and from the last the first', () => {
    expect(text(movePanelOn(desk, 'depth'))).toBe('100:[60:[30:book* | 70:chart*] / 40:active stops depth*]');
    expect(text(movePanelOn(desk, 'stops'))).toBe('100:[60:[30:book stops* | 70:chart* depth] / 40:active*]');
  });

  it('removes the place that it leaves empty', () => {
    expect(text(movePanelOn(desk, 'book'))).toBe('100:[60:chart depth book* / 40:active* stops]');
  });

  it('changes nothing with one place, or an unknown panel', () => {
    const only = tabs(100, ['book', 'chart']);
    expect(movePanelOn(only, 'book')).toBe(only);
    expect(movePanelOn(desk, 'margin')).toBe(desk);
  });
});

describe('a place of its own', () => {
  it('opens at the right or below', () => {
    expect(text(splitOff(desk, 'depth', 'row'))).toBe('100:[60:[30:book* | 35:chart* | 35:depth*] / 40:active* stops]');
    expect(text(splitOff(desk, 'depth', 'column'))).toBe(
      '100:[60:[30:book* | 70:[50:chart* / 50:depth*]] / 40:active* stops]',
    );
  });

  it('stays when the panel is alone already', () => {
    expect(text(splitOff(desk, 'book', 'row'))).toBe(text(desk));
  });
});
