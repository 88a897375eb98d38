/** The metrics of the archive, in the order in which they are measured. */
export const archiveNames = [
  'archive, rows inserted per second',
  'archive, first page and scroll through 1,000,000 fills',
  'archive, memory after 1,000,000 rows ÷ after 100,000',
] as const;

export const equityName = 'portfolio, equity curve of a year × 200 accounts';
export const backfillName = 'archive, requests of the backfill of six months';
