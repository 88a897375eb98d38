export const tableNames = [
  'table of 100000 fills, scrolled',
  'table of 100000 fills, mounted, sorted, filtered',
  'memory with 100000 fills and a book',
] as const;
