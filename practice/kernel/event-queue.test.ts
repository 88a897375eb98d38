import { describe, expect, it } from 'vitest';
import { createEventQueue, type EventQueue } from './event-queue.ts';

function emit(events: EventQueue<number>, ...numbers: readonly number[]): void {
  for (const number of numbers) events.emit(() => number);
}

describe('the event queue', () => {
  it('delivers when the command is complete, in order, and forgets who has left', () => {
    const events = createEventQueue<number>();
    const heard: number[] = [];
    expect(events.isHeard()).toBe(false);
    const leave = events.listen(each => heard.push(each));
    expect(events.isHeard()).toBe(true);
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

  it('keeps nothing for a listener that comes later, and does not even write it', () => {
    const events = createEventQueue<number>();
    let written = 0;
    events.run(() => events.emit(() => ++written));
    const heard: number[] = [];
    events.listen(each => heard.push(each));
    events.run(() => emit(events, 2));
    expect(heard).toEqual([2]);
    expect(written).toBe(0);
  });

  it('lets a listener act: what follows is told afterwards', () => {
    const events = createEventQueue<number>();
    const heard: number[] = [];
    events.listen(each => {
      if (each < 3) events.run(() => emit(events, each + 2));
      heard.push(each);
    });
    events.run(() => emit(events, 1, 2));
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  it('goes on after a command that threw', () => {
    const events = createEventQueue<number>();
    const heard: number[] = [];
    events.listen(each => heard.push(each));
    const broken = () =>
      events.run(() => {
        emit(events, 1);
        throw new Error('broken');
      });
    expect(broken).toThrow('broken');
    events.run(() => emit(events, 2));
    expect(heard).toEqual([1, 2]);
  });

  it('goes on after a listener that threw', () => {
    const events = createEventQueue<number>();
    const heard: number[] = [];
    events.listen(each => {
      if (each === 1) throw new Error('broken');
      heard.push(each);
    });
    expect(() => events.run(() => emit(events, 1, 2))).toThrow('broken');
    events.run(() => emit(events, 3));
    expect(heard).toEqual([2, 3]);
  });
});
