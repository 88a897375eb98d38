import type { Connection } from 'pg';
import { ArchiveError } from '../../archive-store.ts';

const mebibyte = 1024 * 1024;
/** A row has one answer of the exchange at most, which the client limits to 8 MiB. */
const longestMessageMiB = 64;
/** Type and length of a message. */
const headBytes = 5;
/** The length counts itself. */
const lengthBytes = 4;

/** Follows the messages in a stream of bytes. `onTooLong` gets the announced length of the first one above the limit. */
function createMeter(onTooLong: (bytes: number) => void): (chunk: Uint8Array) => void {
  const head = Buffer.alloc(headBytes);
  let filled = 0;
  let left = 0;
  return chunk => {
    let at = 0;
    while (at < chunk.length) {
      const skipped = Math.min(left, chunk.length - at);
      left -= skipped;
      at += skipped;
      if (left > 0) return;
      const taken = chunk.subarray(at, at + headBytes - filled);
      head.set(taken, filled);
      filled += taken.length;
      at += taken.length;
      if (filled < headBytes) return;
      const bytes = head.readUInt32BE(1);
      filled = 0;
      left = Math.max(0, bytes - lengthBytes);
      if (bytes > longestMessageMiB * mebibyte) onTooLong(bytes);
    }
  };
}

/**
 * Ends the connection when the server announces a message that is longer than any of an archive: the driver would keep its
 * bytes until the end of the message. Call it before `connect`.
 */
export function limitMessages(connection: Connection, isTls: boolean): void {
  const watch = (): void => {
    const { stream } = connection;
    const meter = createMeter(bytes => {
      const mebibytes = Math.ceil(bytes / mebibyte);
      const reason = `the server announced a message of ${mebibytes} MiB, and at most ${longestMessageMiB} MiB are accepted; check which program answers on this host and port`;
      stream.off('data', meter);
      connection.emit('error', new ArchiveError('database-failed', reason));
      stream.destroy();
    });
    stream.on('data', meter);
  };
  // with TLS the driver replaces the stream, whose first bytes are no message
  if (isTls) connection.once('sslconnect', watch);
  else watch();
}
