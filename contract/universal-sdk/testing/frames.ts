import { expect } from 'vitest';
import { deviations } from './declared-fields.ts';

interface Frame<T> {
  readonly topic: string;
  readonly subject: string;
  readonly data: T;
}

export interface Frames<T> {
  readonly all: readonly Frame<T>[];
  /** what a subscription of the official client calls */
  readonly receive: (topic: string, subject: string, data: T) => void;
  /** data of the matching frames, in the order of arrival */
  readonly those: (isMeant: (data: T) => boolean) => readonly T[];
  /**
   * Waits for a matching frame and returns the newest. Every frame until then is what the client's declarations
   * promise.
   */
  readonly heard: (isMeant?: (data: T) => boolean) => Promise<T>;
}

/**
 * Keeps the frames of a topic. `isWhole` leaves out of the check against the declarations those that the service sends
 * in part.
 */
export function createFrames<T extends object>(isWhole: (data: T) => boolean = () => true): Frames<T> {
  const all: Frame<T>[] = [];
  let checked = 0;
  const wrong = (): readonly string[] => {
    const fresh = all.slice(checked).filter(({ data }) => isWhole(data));
    checked = all.length;
    return [...new Set(fresh.flatMap(({ data }) => deviations(data)))];
  };
  return {
    all,
    receive: (topic, subject, data) => {
      all.push({ topic, subject, data });
    },
    those: isMeant => all.map(({ data }) => data).filter(isMeant),
    heard: async (isMeant = () => true) => {
      await expect.poll(() => all.some(({ data }) => isMeant(data)), { interval: 20 }).toBe(true);
      expect(wrong()).toEqual([]);
      const found = all.findLast(({ data }) => isMeant(data));
      if (found === undefined) throw new Error('a frame was heard and is gone');
      return found.data;
    },
  };
}
