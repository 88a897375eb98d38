import * as z from 'zod/mini';

/**
 * Which own figures are hidden, against onlookers and screen recording. `amounts`: amounts of money; percentages stay.
 * `all`: every own figure. Figures of the market always stay.
 */
export const PrivacyLevel = z.enum(['off', 'amounts', 'all']);
export type PrivacyLevel = z.infer<typeof PrivacyLevel>;
