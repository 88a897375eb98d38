import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finding } from '../model/attention.ts';
import { AttentionList } from './attention-list.tsx';

afterEach(cleanup);

const about = { percent: null, limit: null, coin: null, change: null, isAcknowledged: false };
const frozen = (name: string): Finding => ({ ...about, key: name, userId: name, name, kind: 'frozen' });
const silent: Finding = { ...about, key: 's', userId: 's', name: 'silent', kind: 'untold' };

const draw = (...findings: readonly Finding[]) => {
  const pressed = { onChoose: vi.fn<(userId: string) => void>(), onFrozen: vi.fn<() => void>() };
  render(<AttentionList findings={findings} onRules={() => {}} onAcknowledge={() => {}} {...pressed} />);
  return { ...pressed, items: screen.getAllByRole('listitem').map(({ textContent }) => textContent) };
};

it('many frozen accounts are one line, and it shows them all', () => {
  const { items, onChoose, onFrozen } = draw(silent, ...['a', 'b', 'c', 'd', 'e'].map(frozen));
  expect(items).toEqual([
    expect.stringContaining('silent'),
    'frozen5 sub-accounts are frozen and hold money: a, b, c and 2 more',
  ]);
  fireEvent.click(screen.getByRole('button', { name: /5 sub-accounts/ }));
  expect(onFrozen).toHaveBeenCalledOnce();
  expect(onChoose).not.toHaveBeenCalled();
});

it('one is told like any other, and leads to itself', () => {
  const { items, onChoose } = draw(frozen('a'));
  expect(items).toEqual(['frozena is frozen and holds money']);
  fireEvent.click(screen.getByRole('button', { name: /a is frozen/ }));
  expect(onChoose).toHaveBeenCalledWith('a');
});
