import type { Writable } from 'node:stream';

/**
 * Prints lines for the user. The program at the other end of a pipe may end first (`--kill | head`): then lines are lost
 * and nothing else, because an `error` event without a listener ends the process.
 */
export function createSay(stream: Pick<Writable, 'on' | 'write'>): (line: string) => void {
  stream.on('error', () => {});
  return line => void stream.write(`${line}\n`);
}
