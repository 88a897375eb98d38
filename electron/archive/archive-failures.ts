import { fail } from '#shared/errors.ts';

/** The account has no rows in the archive. */
export const notRecorded = fail('not-found', 'Nothing is recorded of this account.');
/** The archive's database failed. */
export const unreadableArchive = fail(
  'storage',
  'The archive cannot be read. Check the free space and the rights of the data folder, then try again.',
);
