/** What `icacls FOLDER` prints: one entry a line, the first behind the folder's path, as `BUILTIN\Users:(OI)(CI)(RX)`. */

/** Who may write on every Windows anyway. Their names are translated there; a translated one counts as another user. */
const systemAccounts = new Set(['NT AUTHORITY\\SYSTEM', 'BUILTIN\\ADMINISTRATORS', 'CREATOR OWNER']);
/** Inheritance, and rights that change nothing. A right that is not here counts as a right to write. */
const harmlessRights = new Set(
  ['OI', 'CI', 'IO', 'NP', 'I', 'N', 'R', 'RX', 'GR', 'GE', 'S', 'RC', 'RD', 'REA', 'RA', 'X'].concat('DENY'),
);

interface Entry {
  readonly account: string;
  readonly rights: readonly string[];
}

function parseEntry(line: string): Entry | null {
  const found = /^\s*(.+?):((?:\([A-Z,]+\))+)\s*$/.exec(line);
  if (found === null) return null;
  const [, account = '', rights = ''] = found;
  return { account, rights: rights.split(/[(),]+/).filter(each => each !== '') };
}

/**
 * The first account beside the user and the system that may write to the folder; null: there is none. A listing without one
 * entry is treated as open to all: `unknown accounts`.
 */
export function findOpenEntry(
  listing: string,
  { folder, user }: { readonly folder: string; readonly user: string },
): string | null {
  const lines = listing.split(/\r?\n/).map(line => (line.startsWith(folder) ? line.slice(folder.length) : line));
  const entries = lines.flatMap(line => parseEntry(line) ?? []);
  if (entries.length === 0) return 'unknown accounts';
  const own = user.toUpperCase();
  const open = entries.find(({ account, rights }) => {
    const name = account.toUpperCase();
    const mayWrite = !rights.includes('DENY') && rights.some(right => !harmlessRights.has(right));
    return mayWrite && name !== own && !systemAccounts.has(name);
  });
  return open?.account ?? null;
}
