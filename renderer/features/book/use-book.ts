import type { BookSnapshot } from '../../../shared/domain/book.ts';
import { useClockOffsetMs, useInstruments } from '../../bridge/use-reference.ts';
import { type Reading, useRead } from '../../bridge/use-read.ts';
import { type BookDecimals, bookDecimals, isCrossed } from './book-view.ts';
import { createSequenceGuard } from './sequence-guard.ts';

export interface BookReading extends Reading<BookSnapshot> {
  /** the moment of the picture by our own clock */
  readonly asOfMs: number | null;
  readonly isCrossed: boolean;
  readonly decimals: BookDecimals | null;
}

// One guard for the whole page: ladder and chart read the same cached book.
const acceptBook = createSequenceGuard();

export function useBook(profileId: string, symbol: string): BookReading {
  const reading = useRead('book.read', { profileId, symbol, depth: 20 }, { accept: acceptBook });
  const offsetMs = useClockOffsetMs(profileId);
  const instrument = useInstruments(profileId).get(symbol);
  const { data } = reading;
  return {
    ...reading,
    asOfMs: data === undefined ? null : data.timeMs - offsetMs,
    isCrossed: data !== undefined && isCrossed(data),
    decimals: data === undefined ? null : bookDecimals(data, instrument),
  };
}
