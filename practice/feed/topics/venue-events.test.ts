import { describe, expect, it } from 'vitest';
import { createVenueEvents, everything } from './venue-events.ts';

type TestEvent =
  | { readonly kind: 'level'; readonly symbol: string; readonly sequence: number }
  | { readonly kind: 'order'; readonly accountId: string };

function createTestVenue() {
  let listeners: ((event: TestEvent) => void)[] = [];
  const events = createVenueEvents<TestEvent>({
    venue: {
      onEvent(listener) {
        listeners.push(listener);
        return () => {
          listeners = listeners.filter(each => each !== listener);
        };
      },
    },
    aboutOf: event => (event.kind === 'level' ? event.symbol : event.accountId),
  });
  const emit = (...emitted: readonly TestEvent[]): void => {
    for (const event of emitted) for (const listener of listeners) listener(event);
  };
  return { events, emit, listening: () => listeners.length };
}

const level = (symbol: string, sequence: number): TestEvent => ({ kind: 'level', symbol, sequence });

describe('createVenueEvents', () => {
  it('wakes a listener for its own kind and symbol or account only, in sequence', () => {
    const { events, emit } = createTestVenue();
    const heard: (number | string)[] = [];
    events.on('level', 'A', ({ sequence }) => heard.push(sequence));
    events.on('order', 'ann', ({ accountId }) => heard.push(accountId));
    emit(level('A', 1), level('B', 2), { kind: 'order', accountId: 'bob' });
    emit({ kind: 'order', accountId: 'ann' }, level('A', 3));
    expect(heard).toEqual([1, 'ann', 3]);
  });

  it('passes everything of a kind to a listener of everything', () => {
    const { events, emit } = createTestVenue();
    const heard: number[] = [];
    events.on('level', everything, ({ sequence }) => heard.push(sequence));
    emit(level('A', 1), { kind: 'order', accountId: 'ann' }, level('B', 2));
    expect(heard).toEqual([1, 2]);
  });

  it('listens to the venue once, and only with listeners of its own', () => {
    const { events, listening } = createTestVenue();
    expect(listening()).toBe(0);
    const undo = [events.on('level', 'A', () => undefined), events.on('order', 'ann', () => undefined)];
    expect(listening()).toBe(1);
    undo[0]?.();
    undo[0]?.();
    expect(listening()).toBe(1);
    undo[1]?.();
    expect(listening()).toBe(0);
    events.on('level', 'A', () => undefined);
    expect(listening()).toBe(1);
  });

  it('separates two registrations of one function', () => {
    const { events, emit } = createTestVenue();
    let count = 0;
    const listener = (): void => void (count += 1);
    const undo = events.on('level', 'A', listener);
    events.on('level', 'A', listener);
    emit(level('A', 1));
    undo();
    emit(level('A', 2));
    undo();
    emit(level('A', 3));
    expect(count).toBe(4);
  });
});
