/**
 * Whoever holds something of accounts forgets it when another profile is chosen, or its exchange began anew. They add
 * themselves as they are loaded: the first chunk tells them without having them.
 */
type Forget = (isForgotten: (profileId: string) => boolean) => void;

const forgetters = new Set<Forget>();

export function onForget(forget: Forget): void {
  forgetters.add(forget);
}

/** Nothing of these profiles may stay to be seen. */
export const forgetProfiles: Forget = isForgotten => {
  for (const forget of forgetters) forget(isForgotten);
};
