import type { Profile } from '#shared/domain/profile.ts';

export type Mode = 'LIVE' | 'READ-ONLY' | 'PRACTICE';

/** What a press on a button can do here: the words and the frame of the window follow from it. */
export function modeOf(profile: Pick<Profile, 'preset' | 'isReadOnly'>): Mode {
  if (profile.isReadOnly) return 'READ-ONLY';
  return profile.preset === 'practice' ? 'PRACTICE' : 'LIVE';
}
