import { expect, it } from 'vitest';
import { row, tabs } from './layout-tree.ts';
import { fromModel, toModel } from './library-model.ts';
import { readyMade } from './ready-made.ts';

it.each(readyMade)('$title is converted to the library and back unchanged', ({ layouts }) => {
  for (const layout of Object.values(layouts)) expect(fromModel(toModel(layout))).toEqual(layout);
});

it('a place has the minimum width of its widest panel', () => {
  const { root } = toModel(tabs(100, ['trades', 'book']));
  expect(root).toMatchObject({
    minWidth: '350px',
    selectedId: 'trades',
    tabs: [{ title: 'Trades' }, { title: 'Order book' }],
  });
});

it('places without a size share the rest of the space, and empty ones are omitted', () => {
  const model = toModel(row(100, [tabs(50, ['book']), tabs(30, ['chart']), tabs(20, ['depth'])]));
  if (model.root.type !== 'split') throw new Error('no split');
  const [first, second, third] = model.root.children;
  if (first === undefined || second?.type !== 'tabset' || third === undefined) throw new Error('no children');
  const root = {
    ...model.root,
    children: [
      first,
      { ...second, size: undefined, selectedId: undefined },
      { ...third, size: undefined },
      { ...second, id: 'e', size: 0, tabs: [] },
    ],
  };
  expect(fromModel({ ...model, root })).toEqual(
    row(100, [tabs(50, ['book']), tabs(25, ['chart']), tabs(25, ['depth'])]),
  );
  expect(fromModel({ ...model, root: { ...root, children: [{ ...second, tabs: [] }] } })).toBeNull();
});

it('places of another workspace or window are not matched with these', () => {
  const layout = row(100, [tabs(50, ['book']), tabs(50, ['chart'])]);
  const ids = (name: string) => {
    const { root } = toModel(layout, name);
    return root.type === 'split' ? root.children.map(({ id }) => id) : [];
  };
  expect(ids('desk-wide').filter(id => ids('desk-medium').includes(id))).toEqual([]);
});
