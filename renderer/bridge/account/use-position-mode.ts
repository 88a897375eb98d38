import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import { useRead } from '../use-read.ts';

/** The position mode of the futures account; null: not known, or not asked for. */
export function usePositionMode(profileId: string, isEnabled = true): PositionMode | null {
  return useRead('positions.mode', { profileId }, { isEnabled }).data?.mode ?? null;
}
