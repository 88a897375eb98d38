import { describe, expect, it } from 'vitest';
import { createEventQueue } from './event-queue.ts';
import type { FuturesEvent } from './types.ts';

function event(timeMs: number): FuturesEvent {
  return { kind: 'funding', symbol: 'XBTUSDTM', rate: '0', timeMs };
}

describe('the event queue', () => {
  it('tells when the act is over, in order, and forgets who has left', () => {
    const events = createEventQueue();
    const heard: FuturesEvent[] = [];
    expect(events.isHeard()).toBe(false);
    const leave = events.listen(each => heard.push(each));
    expect(events.isHeard()).toBe(true);
    const answer = events.during(() => {
      events.emit(event(1));
      events.during(() => events.emit(event(2)));
      expect(heard).toEqual([]);
      return 'done';
    });
    expect(answer).toBe('done');
    expect(heard).toEqual([event(1), event(2)]);
    leave();
    events.during(() => events.emit(event(3)));
    expect(heard).toHaveLength(2);
  });

  it('keeps nothing for a listener that comes later', () => {
    const events = createEventQueue();
    events.during(() => events.emit(event(1)));
    const heard: FuturesEvent[] = [];
    events.listen(each => heard.push(each));
    events.during(() => events.emit(event(2)));
    expect(heard).toEqual([event(2)]);
  });

  it('lets a listener act: what follows is told afterwards', () => {
    const events = createEventQueue();
    const heard: number[] = [];
    events.listen(each => {
      if (each.kind !== 'funding') return;
      if (each.timeMs < 3) events.during(() => events.emit(event(each.timeMs + 2)));
      heard.push(each.timeMs);
    });
    events.during(() => {
      events.emit(event(1));
      events.emit(event(2));
    });
    expect(heard).toEqual([1, 2, 3, 4]);
  });

  it('goes on after an act that threw', () => {
    const events = createEventQueue();
    const heard: FuturesEvent[] = [];
    events.listen(each => heard.push(each));
    const broken = () =>
      events.during(() => {
        events.emit(event(1));
        throw new Error('broken');
      });
    expect(broken).toThrow('broken');
    events.during(() => events.emit(event(2)));
    expect(heard).toEqual([event(1), event(2)]);
  });
});
