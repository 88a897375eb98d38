import { create } from 'zustand';
import type { SentLadder } from '../model/ladder-views.ts';
import type { RowAnswer } from '../model/stages.ts';

interface LaddersState {
  /** the newest first */
  readonly ladders: readonly SentLadder[];
  readonly add: (ladder: SentLadder) => void;
  readonly change: (id: string, change: Partial<Omit<SentLadder, 'id'>>) => void;
  /** by the marks of the rows */
  readonly answer: (id: string, answers: ReadonlyMap<string, RowAnswer>) => void;
}

/** The ladders that this window has sent. Older ones are found again by the marks of their orders. */
export const useLaddersStore = create<LaddersState>()(set => ({
  ladders: [],
  add: ladder => set(({ ladders }) => ({ ladders: [ladder, ...ladders] })),
  change: (id, change) =>
    set(({ ladders }) => ({ ladders: ladders.map(each => (each.id === id ? { ...each, ...change } : each)) })),
  answer: (id, answers) =>
    set(({ ladders }) => ({
      ladders: ladders.map(each =>
        each.id === id
          ? { ...each, rows: each.rows.map(row => ({ ...row, answer: answers.get(row.mark) ?? row.answer })) }
          : each,
      ),
    })),
}));

export function ladderOf(id: string): SentLadder | undefined {
  return useLaddersStore.getState().ladders.find(each => each.id === id);
}
