import { useRead } from '#bridge/use-read.ts';

/** How the exchange answers, asked of main while something shows it. */
export function useHealth(profileId: string) {
  return useRead('health.read', { profileId });
}
