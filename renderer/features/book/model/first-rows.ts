/** Levels a side that are asked for before the room for them is known. */
export const firstRows = 20;
