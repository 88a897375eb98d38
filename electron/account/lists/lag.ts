/**
 * How far the read endpoints of the exchange may lag behind its feed: an answer requested this soon after a frame does
 * not replace the frame.
 */
export const lagMs = 2_000;
