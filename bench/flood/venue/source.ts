import type { Duplex } from 'node:stream';
import type { Mark } from '../latency.ts';
import { type WalkSnapshot, createBook, createFrameWriter } from './walk.ts';

/** Pushes the walk to everyone who reads it, at an exact rate, several increments a tick, and notes when each left. */
const tickMs = 1;
/** A reader who is so far behind is not sent more: the delivered rate then says so. */
const mostBehindBytes = 8 * 1024 * 1024;
const mostNotes = 60_000;
const writeFrame = createFrameWriter();

const nowMs = (): number => performance.timeOrigin + performance.now();

/** A text message of the protocol, unmasked as a server's are. All texts here are ASCII and longer than 125 bytes. */
function pack(texts: readonly string[]): Buffer {
  const packed = Buffer.allocUnsafe(texts.reduce((total, text) => total + text.length + 4, 0));
  let at = 0;
  for (const text of texts) {
    packed.writeUInt16BE(0x817e, at);
    packed.writeUInt16BE(text.length, at + 2);
    at += 4 + packed.write(text, at + 4, 'latin1');
  }
  return packed;
}

interface Pacing {
  /** how long it sends before it rests */
  readonly sendMs: number;
  readonly restMs: () => number;
  /** so that the rate is right on average all the same */
  readonly quicker: number;
}

/** Even and without a pause. */
const steady: Pacing = { sendMs: Number.POSITIVE_INFINITY, restMs: () => 0, quicker: 1 };
/**
 * Even except for short rests, after which a page that draws once a frame starts a new grid of frames. Otherwise one
 * run would have one offset between that grid and the screen's, of up to a frame, and be better or worse by chance.
 */
const meanRestMs = 54;
const breathing: Pacing = {
  sendMs: 650,
  restMs: () => meanRestMs + (Math.random() - 0.5) * 17,
  quicker: (650 + meanRestMs) / 650,
};
const manners = { steady, breathing };
export type Manner = keyof typeof manners;

/** How many increments are due at each look, so that on average `perSecond` are. */
function createPace(perSecond: number, { sendMs, restMs, quicker }: Pacing): () => number {
  let [lookedAtMs, owed] = [performance.now(), 0];
  let restsAtMs = lookedAtMs + sendMs;
  return () => {
    const atMs = performance.now();
    if (atMs >= restsAtMs) {
      lookedAtMs = restsAtMs + restMs();
      restsAtMs = lookedAtMs + sendMs;
    }
    if (atMs <= lookedAtMs) return 0;
    owed += ((atMs - lookedAtMs) / 1000) * perSecond * quicker;
    lookedAtMs = atMs;
    const due = Math.floor(owed);
    owed -= due;
    return due;
  };
}

export interface Pace {
  readonly perSecond: number;
  readonly manner: Manner;
}

export interface PaceReport {
  /** the last number */
  readonly sequence: number;
  readonly readers: number;
  /** `[last number, sent at]` of each tick since the pace was set */
  readonly notes: readonly Mark[];
}

export interface Source {
  readonly snapshot: (rows: number) => WalkSnapshot;
  /** the raw socket below an open web socket; answers how to stop */
  readonly read: (socket: Duplex) => () => void;
  readonly setPace: (pace: Pace) => void;
  readonly report: () => PaceReport;
}

export function createSource(): Source {
  const book = createBook();
  const readers = new Set<Duplex>();
  let notes: Mark[] = [];
  let timer: NodeJS.Timeout | undefined;

  const push = (due: number): void => {
    const timeMs = Date.now();
    const texts = Array.from({ length: due }, () => writeFrame(book.step(), timeMs));
    const packed = pack(texts);
    const sentAtMs = nowMs();
    for (const socket of readers) socket.write(packed);
    notes.push([book.sequence(), sentAtMs]);
    if (notes.length > 2 * mostNotes) notes = notes.slice(-mostNotes);
  };

  return {
    snapshot: book.snapshot,
    read(socket) {
      readers.add(socket);
      const leave = (): void => void readers.delete(socket);
      socket.once('close', leave);
      return leave;
    },
    setPace({ perSecond, manner }) {
      clearInterval(timer);
      notes = [];
      if (perSecond === 0) return;
      const dueNow = createPace(perSecond, manners[manner]);
      timer = setInterval(() => {
        const due = dueNow();
        const isHeldBack = [...readers].some(socket => socket.writableLength > mostBehindBytes);
        if (due > 0 && !isHeldBack) push(due);
      }, tickMs);
    },
    report: () => ({ sequence: book.sequence(), readers: readers.size, notes }),
  };
}
