import type { ConnectionInfo, FeedFaults, FrameTreatment, OutgoingFrame } from './faults.ts';
import type { FeedTime } from '../types.ts';

/** The socket as far as a connection needs it. */
export interface Wire {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** cuts without a close frame */
  terminate(): void;
  /** sent and not yet taken by the network, bytes */
  bufferedBytes(): number;
}

interface OutletParts {
  readonly connection: ConnectionInfo;
  readonly wire: Wire;
  readonly faults: FeedFaults;
  readonly time: FeedTime;
  /** a reader that leaves more unread is cut */
  readonly bufferLimitBytes: number;
}

/** The way out of one connection: in order, bounded, and through the faults. */
export interface Outlet {
  send(frame: OutgoingFrame): void;
  /** closes behind what is still on its way */
  close(code: number, reason: string): void;
  /** forgets what is still on its way */
  stop(): void;
}

interface Parcel {
  readonly dueMs: number;
  readonly bytes: number;
  readonly deliver: () => void;
}

interface Queue {
  add(bytes: number, deliver: () => void): void;
  stop(): void;
}

/** Keeps the order: what is sent later never arrives earlier, however the latency jitters. */
function createQueue({ connection, wire, faults, time, bufferLimitBytes }: OutletParts): Queue {
  const parcels: Parcel[] = [];
  let queuedBytes = 0;
  let freeAtMs = 0;
  let cancel: (() => void) | null = null;

  const clear = (): void => {
    cancel?.();
    cancel = null;
    parcels.length = 0;
    queuedBytes = 0;
  };
  const turn = (): void => {
    cancel = null;
    const nowMs = time.clock.nowMs();
    for (let first = parcels[0]; first !== undefined && first.dueMs <= nowMs; first = parcels[0]) {
      parcels.shift();
      queuedBytes -= first.bytes;
      first.deliver();
    }
    wait(nowMs);
  };
  const wait = (nowMs: number): void => {
    const [first] = parcels;
    if (first === undefined || cancel !== null) return;
    cancel = time.scheduler.after(Math.max(1, Math.ceil(first.dueMs - nowMs)), turn);
  };
  const delayOf = (bytes: number): number => {
    const { bytesPerSecond } = faults.behaviour(connection);
    return bytesPerSecond === null ? 0 : (bytes * 1000) / bytesPerSecond;
  };

  return {
    add(bytes, deliver) {
      if (wire.bufferedBytes() + queuedBytes + bytes > bufferLimitBytes) {
        clear();
        wire.terminate();
        return;
      }
      const nowMs = time.clock.nowMs();
      const dueMs = Math.max(freeAtMs, nowMs + faults.latencyMs()) + delayOf(bytes);
      if (dueMs <= nowMs && parcels.length === 0) {
        deliver();
        return;
      }
      freeAtMs = dueMs;
      parcels.push({ dueMs, bytes, deliver });
      queuedBytes += bytes;
      wait(nowMs);
    },
    stop: clear,
  };
}

function isWithheld(frame: OutgoingFrame, { connection, faults }: OutletParts): boolean {
  const behaviour = faults.behaviour(connection);
  if (behaviour.isHalfOpen) return true;
  if (frame.kind === 'pong') return behaviour.isMute;
  return frame.topic !== null && behaviour.isSilent(frame.topic);
}

export function createOutlet(parts: OutletParts): Outlet {
  const { connection, wire, faults, time } = parts;
  const queue = createQueue(parts);
  const late = new Set<() => void>();
  /** by topic or kind: frames that let the next one pass */
  const overtaken = new Map<string, string[]>();

  const emit = (text: string): void => queue.add(text.length, () => wire.send(text));
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
      if (treatment.isAbrupt) wire.terminate();
      else wire.close(treatment.code, treatment.reason);
    }
  };

  return {
    send(frame) {
      if (isWithheld(frame, parts)) return;
      const key = frame.topic ?? frame.kind;
      const treatment = faults.treat(connection, frame);
      if (treatment?.kind === 'reorder') {
        overtaken.set(key, [...(overtaken.get(key) ?? []), frame.text]);
        return;
      }
      if (treatment === null) emit(frame.text);
      else apply(frame, treatment);
      for (const text of overtaken.get(key) ?? []) emit(text);
      overtaken.delete(key);
    },
    close: (code, reason) => queue.add(0, () => wire.close(code, reason)),
    stop() {
      queue.stop();
      for (const cancel of late) cancel();
      late.clear();
    },
  };
}
