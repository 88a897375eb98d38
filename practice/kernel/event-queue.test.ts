import { describe, expect, it } from 'vitest';
import { createEventQueue, type EventQueue } from './event-queue.ts';

interface Numbered {
  readonly kind: 'odd' | 'even';
  readonly number: number;
}

const kindOf = (number: number): Numbered['kind'] => (number % 2 === 0 ? 'even' : 'odd');

function emit(events: EventQueue<Numbered>, ...numbers: readonly number[]): void {
  for (const number of numbers) events.emit(kindOf(number), () => ({ kind: kindOf(number), number }));
}

describe('the event queue', () => {
  it('delivers in sequence when the command is complete, and drops unsubscribed listeners', () => {
    const events = createEventQueue<Numbered>();
    const heard: number[] = [];
    expect(events.hasListener('odd')).toBe(false);
    const leave = events.listen(({ number }) => heard.push(number));
    expect(events.hasListener('odd')).toBe(true);
    const answer = events.run(() => {
      emit(events, 1);
      events.run(() => emit(events, 2));
      expect(heard).toEqual([]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(heard).toEqual([1, 2]);
    leave();
    events.run(() => emit(events, 3));
    expect(heard).toHaveLength(2);
  });

  it('keeps nothing for a later listener, and does not even build the event', () => {
    const events = createEventQueue<Numbered>();
    let written = 0;
    events.run(() => events.emit('odd', () => ({ kind: 'odd', number: ++written })));
    const heard: number[] = [];
    events.listen(({ number }) => heard.push(number));
    events.run(() => emit(events, 2));
    expect(heard).toEqual([2]);
    expect(written).toBe(0);
  });

  it('neither sends nor builds an event for another kind of listener', () => {
    const events = createEventQueue<Numbered>();
    const heard: number[] = [];
    let written = 0;
    const leave = events.listen(({ number }) => heard.push(number), ['even']);
    const odd = () => events.emit('odd', () => ({ kind: 'odd', number: ++written }));
    events.run(() => emit(events, 2));
    events.run(odd);
    expect([events.hasListener('even'), events.hasListener('odd'), written]).toEqual([true, false, 0]);
    const leaveAll = events.listen(() => {});
    events.run(odd);
    expect([heard, written]).toEqual([[2], 1]);
    leaveAll();
    leave();
    expect([events.hasListener('even'), events.hasListener('odd')]).toEqual([false, false]);
  });

  it('lets a listener run commands, whose events are sent afterwards', () => {
    const events = createEventQueue<Numbered>();
    const heard: number[] = [];
    events.listen(({ number: each }) => {
      if (each < 3) events.run(() => emit(events, each + 2));
      heard.push(each);
    });
    events.run(() => emit(events, 1, 2));
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  it('continues after a command that threw', () => {
    const events = createEventQueue<Numbered>();
    const heard: number[] = [];
    events.listen(({ number }) => heard.push(number));
    const broken = () =>
      events.run(() => {
        emit(events, 1);
        throw new Error('broken');
      });
    expect(broken).toThrow('broken');
    events.run(() => emit(events, 2));
    expect(heard).toEqual([1, 2]);
  });

  it('continues after a listener that threw', () => {
    const events = createEventQueue<Numbered>();
    const heard: number[] = [];
    events.listen(({ number: each }) => {
      if (each === 1) throw new Error('broken');
      heard.push(each);
    });
    expect(() => events.run(() => emit(events, 1, 2))).toThrow('broken');
    events.run(() => emit(events, 3));
    expect(heard).toEqual([2, 3]);
  });
});
