import type { ConnectionInfo, FeedFaults, FrameTreatment, OutgoingFrame } from './faults.ts';
import type { FeedTime } from '../topics/time.ts';

/** The socket as far as a connection needs it. */
export interface FeedSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** cuts without a close frame */
  terminate(): void;
  /** sent and not yet taken by the network, bytes */
  bufferedBytes(): number;
}

interface FrameSenderOptions {
  readonly connection: ConnectionInfo;
  readonly socket: FeedSocket;
  readonly faults: FeedFaults;
  readonly time: FeedTime;
  /** a client that leaves more unread is cut */
  readonly bufferLimitBytes: number;
}

/** The way out of one connection: in order, bounded, and through the faults. */
export interface FrameSender {
  send(frame: OutgoingFrame): void;
  /** closes behind what is still on its way */
  close(code: number, reason: string): void;
  /** forgets what is still on its way */
  stop(): void;
}

interface QueuedFrame {
  readonly dueMs: number;
  readonly bytes: number;
  readonly deliver: () => void;
}

interface FrameQueue {
  add(bytes: number, deliver: () => void): void;
  stop(): void;
}

/** Keeps the order: what is sent later never arrives earlier, however the latency jitters. */
function createFrameQueue({ connection, socket, faults, time, bufferLimitBytes }: FrameSenderOptions): FrameQueue {
  const queued: QueuedFrame[] = [];
  let waitingBytes = 0;
  let freeAtMs = 0;
  let cancel: (() => void) | null = null;

  const clear = (): void => {
    cancel?.();
    cancel = null;
    queued.length = 0;
    waitingBytes = 0;
  };
  const sendDue = (): void => {
    cancel = null;
    const nowMs = time.clock.nowMs();
    for (let first = queued[0]; first !== undefined && first.dueMs <= nowMs; first = queued[0]) {
      queued.shift();
      waitingBytes -= first.bytes;
      first.deliver();
    }
    wait(nowMs);
  };
  const wait = (nowMs: number): void => {
    const [first] = queued;
    if (first === undefined || cancel !== null) return;
    cancel = time.scheduler.after(Math.max(1, Math.ceil(first.dueMs - nowMs)), sendDue);
  };
  const delayOf = (bytes: number): number => {
    const { bytesPerSecond } = faults.behaviour(connection);
    return bytesPerSecond === null ? 0 : (bytes * 1000) / bytesPerSecond;
  };

  return {
    add(bytes, deliver) {
      if (socket.bufferedBytes() + waitingBytes + bytes > bufferLimitBytes) {
        clear();
        socket.terminate();
        return;
      }
      const nowMs = time.clock.nowMs();
      const dueMs = Math.max(freeAtMs, nowMs + faults.latencyMs()) + delayOf(bytes);
      if (dueMs <= nowMs && queued.length === 0) {
        deliver();
        return;
      }
      freeAtMs = dueMs;
      queued.push({ dueMs, bytes, deliver });
      waitingBytes += bytes;
      wait(nowMs);
    },
    stop: clear,
  };
}

function isWithheld(frame: OutgoingFrame, { connection, faults }: FrameSenderOptions): boolean {
  const behaviour = faults.behaviour(connection);
  if (behaviour.isHalfOpen) return true;
  if (frame.kind === 'pong') return behaviour.isMute;
  return frame.topic !== null && behaviour.isSilent(frame.topic);
}

export function createFrameSender(options: FrameSenderOptions): FrameSender {
  const { connection, socket, faults, time } = options;
  const queue = createFrameQueue(options);
  const late = new Set<() => void>();
  /** by topic or kind: frames that let the next one pass */
  const held = new Map<string, string[]>();

  const emit = (text: string): void => queue.add(text.length, () => socket.send(text));
  const emitLater = (text: string, delayMs: number): void => {
    const cancel = time.scheduler.after(delayMs, () => {
      late.delete(cancel);
      emit(text);
    });
    late.add(cancel);
  };
  const apply = (frame: OutgoingFrame, treatment: FrameTreatment): void => {
    if (treatment.kind === 'replace') emit(treatment.text);
    else if (treatment.kind === 'delay') emitLater(frame.text, treatment.delayMs);
    else if (treatment.kind === 'duplicate') {
      emit(frame.text);
      if (treatment.delayMs === 0) emit(frame.text);
      else emitLater(frame.text, treatment.delayMs);
    } else if (treatment.kind === 'close') {
      if (treatment.isAbrupt) socket.terminate();
      else socket.close(treatment.code, treatment.reason);
    }
  };

  return {
    send(frame) {
      if (isWithheld(frame, options)) return;
      const key = frame.topic ?? frame.kind;
      const treatment = faults.treat(connection, frame);
      if (treatment?.kind === 'reorder') {
        held.set(key, [...(held.get(key) ?? []), frame.text]);
        return;
      }
      if (treatment === null) emit(frame.text);
      else apply(frame, treatment);
      for (const text of held.get(key) ?? []) emit(text);
      held.delete(key);
    },
    close: (code, reason) => queue.add(0, () => socket.close(code, reason)),
    stop() {
      queue.stop();
      for (const cancel of late) cancel();
      late.clear();
    },
  };
}
