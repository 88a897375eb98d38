/** The archive's file in the data folder. */
export const archiveFile = 'archive.sqlite';
