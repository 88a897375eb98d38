import { createBook, createFrameWriter } from './walk.ts';

/** Pushes the walk to everyone who reads it, at an exact rate, several increments a tick, and notes when each left. */
const tickMs = 1;
/** A reader who is so far behind is not sent more: the delivered rate then says so. */
const mostBehindBytes = 8 * 1024 * 1024;
const mostNotes = 60_000;
const writeFrame = createFrameWriter();

const nowMs = () => performance.timeOrigin + performance.now();

/** A text message of the protocol, unmasked as a server's are. All texts here are ASCII and longer than 125 bytes. */
function pack(texts) {
  const packed = Buffer.allocUnsafe(texts.reduce((total, text) => total + text.length + 4, 0));
  let at = 0;
  for (const text of texts) {
    packed.writeUInt16BE(0x817e, at);
    packed.writeUInt16BE(text.length, at + 2);
    at += 4 + packed.write(text, at + 4, 'latin1');
  }
  return packed;
}

/** Even and without a pause. */
const steady = { sendMs: Number.POSITIVE_INFINITY, restMs: () => 0, quicker: 1 };
/**
 * Even but for short rests, after which whoever draws once a frame begins a new grid of frames. Else one run would know
 * one offset between that grid and the screen's, which is worth up to a frame, and be better or worse by luck.
 */
const meanRestMs = 54;
const breathing = {
  sendMs: 650,
  restMs: () => meanRestMs + (Math.random() - 0.5) * 17,
  quicker: (650 + meanRestMs) / 650,
};
const manners = { steady, breathing };

/** How many increments are due at each look, so that on average `perSecond` are. */
function createPace(perSecond, { sendMs, restMs, quicker }) {
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

export function createSource() {
  const book = createBook();
  const readers = new Set();
  /** `[last number, sent at]` of each tick */
  let notes = [];
  let timer = null;

  function push(due) {
    const timeMs = Date.now();
    const texts = Array.from({ length: due }, () => writeFrame(book.step(), timeMs));
    const packed = pack(texts);
    const sentAtMs = nowMs();
    for (const socket of readers) socket.write(packed);
    notes.push([book.sequence(), sentAtMs]);
    if (notes.length > 2 * mostNotes) notes = notes.slice(-mostNotes);
  }

  return {
    snapshot: book.snapshot,
    /** the raw socket below an open web socket; answers how to stop */
    read(socket) {
      readers.add(socket);
      const leave = () => readers.delete(socket);
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
