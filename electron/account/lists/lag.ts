/**
 * How far the read endpoints of the exchange may lag behind its feed: an answer that was asked for so soon after a frame
 * does not take back what the frame told.
 */
export const lagMs = 2_000;
