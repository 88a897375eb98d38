import type { LockState } from '#shared/calls/lock-calls.ts';
import { useStream } from '../stream.ts';
import { useRead } from '../use-read.ts';

/** The lock as main knows it; undefined before its first word. */
export function useLock(): LockState | undefined {
  const read = useRead('lock.read', {}).data;
  return useStream('lock.changed') ?? read;
}
