import * as z from 'zod/mini';

/** Whether the data folder can be written. `detail` is a sentence for people: what still works and what to do. */
export const StorageStatus = z.object({
  state: z.enum(['ok', 'full', 'failing']),
  detail: z.string(),
});
export type StorageStatus = z.infer<typeof StorageStatus>;
