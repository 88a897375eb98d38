/** The two services that share paths, each behind its own port. */
export type VenueName = 'spot' | 'futures';
