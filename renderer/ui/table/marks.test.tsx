import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { textColumn } from './column-factories.tsx';
import { DataTable } from './data-table.tsx';
import { present, toggled, useMarks, withRange } from './marks.ts';

afterEach(cleanup);

const all = ['a', 'b', 'c', 'd', 'e'] as const;

it('a range covers all rows between two, and only the present one when the other was removed', () => {
  expect([...withRange(new Set(['e']), all, ['d', 'b'])]).toEqual(['e', 'b', 'c', 'd']);
  expect([...withRange(new Set(), all, ['gone', 'b'])]).toEqual(['b']);
  expect([...withRange(new Set(['a']), all, ['gone', 'gone'])]).toEqual(['a']);
});

it('marks count present rows only, and return the same set while all are present', () => {
  const marked = new Set(['a', 'x']);
  expect([...present(marked, all)]).toEqual(['a']);
  expect(present(toggled(marked, 'x'), all)).toEqual(new Set(['a']));
  const whole = new Set(['a', 'b']);
  expect(present(whole, all)).toBe(whole);
});

interface Named {
  readonly name: string;
}
const columns = [textColumn<Named>({ key: 'name', title: 'Name', hint: '', width: 100, read: row => row.name })];
const keyOf = ({ name }: Named) => name;

function Table({ rows, onOpen }: { readonly rows: readonly Named[]; readonly onOpen?: (row: Named) => void }) {
  const marks = useMarks(rows.map(keyOf));
  return (
    <>
      <DataTable label="Letters" columns={columns} rows={rows} rowKey={keyOf} marks={marks} onOpen={onOpen} />
      <output>{[...marks.marked].toSorted().join('')}</output>
    </>
  );
}

const rowsOf = (letters: string) => letters.split('').map(name => ({ name }));
const rowOf = (letter: string) => screen.getByText(letter, { selector: 'td' });
const marked = () => screen.getByRole('status').textContent;

it('the checkbox and Ctrl with a click mark a row, Shift extends from the last one', async () => {
  const opened: string[] = [];
  const user = userEvent.setup();
  render(<Table rows={rowsOf('abcde')} onOpen={({ name }) => opened.push(name)} />);
  await user.click(within(rowOf('b')).getByRole('checkbox', { name: 'Mark row 2' }));
  expect(marked()).toBe('b');
  await user.keyboard('{Shift>}');
  await user.click(rowOf('d'));
  await user.keyboard('{/Shift}');
  expect(marked()).toBe('bcd');
  await user.keyboard('{Control>}');
  await user.click(rowOf('c'));
  await user.keyboard('{/Control}');
  expect(marked()).toBe('bd');
  expect(opened).toEqual([]);
  await user.click(rowOf('a'));
  expect(opened).toEqual(['a']);
  expect(marked()).toBe('bd');
});

it('Space marks, Shift with an arrow marks on the way, Ctrl+A all, Escape none', async () => {
  const user = userEvent.setup();
  render(<Table rows={rowsOf('abcde')} />);
  await user.click(rowOf('b'));
  rowOf('b').closest('tr')?.focus();
  await user.keyboard(' ');
  expect(marked()).toBe('b');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(marked()).toBe('bc');
  await user.keyboard('{Control>}a{/Control}');
  expect(marked()).toBe('abcde');
  await user.keyboard('{Escape}');
  expect(marked()).toBe('');
});

it('the box in the head marks all or none, and a removed row is no longer marked', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Table rows={rowsOf('abc')} />);
  const head = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Mark all rows' });
  await user.click(screen.getByRole('checkbox', { name: 'Mark row 1' }));
  expect(head.indeterminate).toBe(true);
  await user.click(head);
  expect(marked()).toBe('abc');
  rerender(<Table rows={rowsOf('ac')} />);
  expect(marked()).toBe('ac');
  expect(head.checked).toBe(true);
  await user.click(head);
  expect(marked()).toBe('');
});

function narrow(boxPx: number) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(boxPx);
  return render(<Table rows={rowsOf('abc')} />);
}
const boxes = () => screen.queryAllByRole('checkbox');

describe('marks in a narrow table', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    delete document.documentElement.dataset['density'];
  });

  it.each([
    [122, 'fits', 4],
    [121, 'is too narrow', 0],
  ])('shows for %i px, where a name and its checkbox %s, %i boxes', (boxPx, _, count) => {
    narrow(boxPx);
    expect(boxes()).toHaveLength(count);
  });

  it('marks a row by its key without space for boxes, and then shows the boxes', async () => {
    const user = userEvent.setup();
    narrow(121);
    rowOf('b').closest('tr')?.focus();
    await user.keyboard(' ');
    expect(marked()).toBe('b');
    expect(rowOf('b').closest('tr')?.className).toContain('table-row-marked');
    expect(within(rowOf('b')).getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
    await user.keyboard('{Escape}');
    expect(boxes()).toHaveLength(0);
  });

  it('keeps the marks visible in a table that was wide when its rows were marked', async () => {
    const user = userEvent.setup();
    narrow(122);
    await user.click(within(rowOf('c')).getByRole('checkbox'));
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(60);
    // the table measures itself again
    document.documentElement.dataset['density'] = 'low';
    await waitFor(() => expect(screen.getByRole('table').style.minWidth).toBe('122px'));
    expect(screen.getByRole('table').className).toContain('table-wide');
    expect(marked()).toBe('c');
    expect(boxes()).toHaveLength(4);
  });

  it('put the box before the first remaining column, which is wide enough for both', () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(160);
    const going = textColumn<Named>({
      key: 'place',
      title: 'Place',
      hint: '',
      width: 60,
      priority: 2,
      read: () => 'here',
    });
    const marks = { marked: new Set<string>(), edit: () => undefined };
    render(
      <DataTable label="Letters" columns={[going, ...columns]} rows={rowsOf('ab')} rowKey={keyOf} marks={marks} />,
    );
    expect(screen.queryByText('here')).toBeNull();
    expect(within(rowOf('a')).getByRole('checkbox')).toBeTruthy();
    // letters are a third larger here than those that widths were made for
    expect(screen.getByRole('table').querySelector('col')?.style.width).toBe(`${134 + 22}px`);
  });
});
