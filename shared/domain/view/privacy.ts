import * as z from 'zod/mini';

/**
 * What is hidden of one's own figures, for whoever looks over a shoulder or films the screen. `amounts`: what could be
 * counted in money; percentages stay. `all`: every own figure. Figures of the market always stay.
 */
export const PrivacyLevel = z.enum(['off', 'amounts', 'all']);
export type PrivacyLevel = z.infer<typeof PrivacyLevel>;
