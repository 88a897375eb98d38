/** The longest work of a database on one question, with its connection; a server that answers without end is ended as well. */
export const longestWorkMs = 60_000;

/** The longest check of the whole archive. */
export const longestCheckMs = 6 * 60 * 60_000;
