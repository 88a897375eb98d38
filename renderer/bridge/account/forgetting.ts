/**
 * Whoever holds something of accounts forgets it when another profile is chosen. They add themselves as they are loaded:
 * the first chunk tells them without having them.
 */
const forgetters = new Set<(profileId: string) => void>();

export function onForget(forget: (profileId: string) => void): void {
  forgetters.add(forget);
}

/** Nothing of another profile than this one may stay to be seen. */
export function forgetOthers(profileId: string): void {
  for (const forget of forgetters) forget(profileId);
}
