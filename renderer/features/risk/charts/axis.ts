/** Until the box has been measured; without it the drawing library complains of a width of 0. */
export const unmeasured = { width: 1, height: 1 };
const tick = { fill: 'var(--text-faint)', fontSize: 10.5 };
/** What all axes look like. */
export const axis = { stroke: 'var(--line-strong)', tick, tickLine: false } as const;
