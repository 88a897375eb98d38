/** The names of the lines, known before anything is built. */
export const startNames = [
  'process start to first painted book (ms)',
  'where the time of a start goes (ms since the process began)',
] as const;
