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

describe('tidying', () => {
  it('leaves what is right as it is', () => {
    expect(tidyLayout(desk)).toEqual(desk);
  });

  it('takes out what is not known and what is there twice', () => {
    const odd = row(100, [
      { kind: 'tabs', size: 50, panels: ['book', 'quotes-of-1999', 'book'], selected: 'quotes-of-1999' },
      { kind: 'tabs', size: 50, panels: ['chart', 'book'], selected: 'chart' },
    ]);
    expect(tidyLayout(odd)).toEqual(row(100, [tabs(50, ['book']), tabs(50, ['chart'])]));
  });

  it('gives up empty places, and what is left has all the room', () => {
    const odd = row(100, [
      column(60, [{ kind: 'tabs', size: 100, panels: ['gone'], selected: 'gone' }]),
      column(40, [tabs(20, ['chart'])]),
    ]);
    expect(tidyLayout(odd)).toEqual(tabs(100, ['chart']));
    expect(tidyLayout({ kind: 'tabs', size: 50, panels: ['gone'], selected: 'gone' })).toBeNull();
  });

  it('a row in a row is part of it, and parts are a whole', () => {
    const odd = row(100, [row(30, [tabs(10, ['book']), tabs(10, ['chart'])]), tabs(30, ['depth'])]);
    expect(tidyLayout(odd)).toEqual(row(100, [tabs(25, ['book']), tabs(25, ['chart']), tabs(50, ['depth'])]));
  });
});

it('knows its places and panels in reading order', () => {
  expect(panelsOf(desk)).toEqual(['book', 'chart', 'depth', 'active', 'stops']);
  expect(placesOf(desk)).toHaveLength(3);
});

describe('closing', () => {
  it('brings the next panel of the place on top', () => {
    expect(text(closePanel(desk, 'chart'))).toBe('100:[60:[30:book* | 70:depth*] / 40:active* stops]');
    expect(text(closePanel(selectPanel(desk, 'stops'), 'stops'))).toBe(
      '100:[60:[30:book* | 70:chart* depth] / 40:active*]',
    );
    expect(text(closePanel(desk, 'stops'))).toBe('100:[60:[30:book* | 70:chart* depth] / 40:active*]');
  });

  it('the last panel of a place gives the place up', () => {
    expect(text(closePanel(desk, 'book'))).toBe('100:[60:chart* depth / 40:active* stops]');
  });

  it('the last panel of all stays', () => {
    expect(closePanel(tabs(100, ['book']), 'book')).toEqual(tabs(100, ['book']));
  });
});

describe('opening', () => {
  const home = column(100, [tabs(50, ['chart', 'trades']), tabs(50, ['active', 'fills', 'done'])]);

  it('finds the place with the company it has at home', () => {
    expect(text(openPanel(desk, 'fills', home))).toBe('100:[60:[30:book* | 70:chart* depth] / 40:active stops fills*]');
    expect(text(openPanel(desk, 'trades', home))).toBe(
      '100:[60:[30:book* | 70:chart depth trades*] / 40:active* stops]',
    );
  });

  it('goes to the last place where it knows nobody', () => {
    expect(text(openPanel(desk, 'margin', home))).toBe(
      '100:[60:[30:book* | 70:chart* depth] / 40:active stops margin*]',
    );
  });

  it('one that is there comes on top', () => {
    expect(text(openPanel(desk, 'depth', home))).toBe('100:[60:[30:book* | 70:chart depth*] / 40:active* stops]');
  });
});

describe('moving on', () => {
  it('goes to the next place, and from the last to the first', () => {
    expect(text(movePanelOn(desk, 'depth'))).toBe('100:[60:[30:book* | 70:chart*] / 40:active stops depth*]');
    expect(text(movePanelOn(desk, 'stops'))).toBe('100:[60:[30:book stops* | 70:chart* depth] / 40:active*]');
  });

  it('the place it leaves alone is given up', () => {
    expect(text(movePanelOn(desk, 'book'))).toBe('100:[60:chart depth book* / 40:active* stops]');
  });

  it('nothing moves where there is one place, or no such panel', () => {
    const only = tabs(100, ['book', 'chart']);
    expect(movePanelOn(only, 'book')).toBe(only);
    expect(movePanelOn(desk, 'margin')).toBe(desk);
  });
});

describe('a place of its own', () => {
  it('is at the right or below', () => {
    expect(text(splitOff(desk, 'depth', 'row'))).toBe('100:[60:[30:book* | 35:chart* | 35:depth*] / 40:active* stops]');
    expect(text(splitOff(desk, 'depth', 'column'))).toBe(
      '100:[60:[30:book* | 70:[50:chart* / 50:depth*]] / 40:active* stops]',
    );
  });

  it('alone already, it stays', () => {
    expect(text(splitOff(desk, 'book', 'row'))).toBe(text(desk));
  });
});
