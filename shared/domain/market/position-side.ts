import * as z from 'zod/mini';

/** Which of the two positions that a contract has in hedge mode. In one-way mode it has one, and no side is named. */
export const PositionSide = z.enum(['long', 'short']);
export type PositionSide = z.infer<typeof PositionSide>;
