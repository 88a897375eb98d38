import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finding } from '../model/attention.ts';
import { AttentionList } from './attention-list.tsx';

afterEach(cleanup);

const about = { percent: null, limit: null, coin: null, change: null, isAcknowledged: false };
const frozen = (name: string): Finding => ({ ...about, key: name, userId: name, name, kind: 'frozen' });
const silent: Finding = { ...about, key: 's', userId: 's', name: 'silent', kind: 'unlisted' };

const draw = (...findings: readonly Finding[]) => {
  const pressed = { onChoose: vi.fn<(userId: string) => void>(), onFrozen: vi.fn<() => void>() };
  render(<AttentionList findings={findings} onRules={() => {}} onAcknowledge={() => {}} {...pressed} />);
  return { ...pressed, items: screen.getAllByRole('listitem').map(({ textContent }) => textContent) };
};

it('the attention list joins many frozen accounts in one line, which lists them all', () => {
  const { items, onChoose, onFrozen } = draw(silent, ...['a', 'b', 'c', 'd', 'e'].map(frozen));
  expect(items).toEqual([
    expect.stringContaining('silent'),
    'frozen5 sub-accounts are frozen and hold money: a, b, c and 2 more',
  ]);
  fireEvent.click(screen.getByRole('button', { name: /5 sub-accounts/ }));
  expect(onFrozen).toHaveBeenCalledOnce();
  expect(onChoose).not.toHaveBeenCalled();
});

it('one frozen account is listed like any other, and opens itself', () => {
  const { items, onChoose } = draw(frozen('a'));
  expect(items).toEqual(['frozena is frozen and holds money']);
  fireEvent.click(screen.getByRole('button', { name: /a is frozen/ }));
  expect(onChoose).toHaveBeenCalledWith('a');
});

it('attention list states how many items can be acknowledged, frozen accounts as one', () => {
  const breach: Finding = {
    ...about,
    key: 'b',
    userId: 'b',
    name: 'beta',
    kind: 'held-share',
    percent: '75',
    limit: '25',
  };
  draw(breach, { ...breach, key: 'c', isAcknowledged: true }, silent, ...['a', 'd'].map(frozen));
  expect(screen.getByText('3 items')).toBeTruthy();
});

it('attention list opens the account of an item with I, and with no other letter', () => {
  const { onChoose } = draw(frozen('a'));
  const item = screen.getByRole('button', { name: /a is frozen/ });
  fireEvent.keyDown(item, { key: 'k' });
  fireEvent.keyDown(item, { key: 'i', ctrlKey: true });
  expect(onChoose).not.toHaveBeenCalled();
  fireEvent.keyDown(item, { key: 'i' });
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('a');
});
