/**
 * Stores of account data are cleared when another profile is chosen, or its exchange restarted. They register as they
 * are loaded, so that the first chunk need not contain them.
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
