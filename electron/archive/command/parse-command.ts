import { parseArgs } from 'node:util';
import { exportFormats } from '#shared/domain/archive/explore.ts';
import type { ExportFormat } from '../export/table-files.ts';
import { DatabaseConnection } from '../postgres/connection/database-connection.ts';
import type { RowFilter } from '../export/table-rows.ts';

export const archiveUsage = `npm run -s archive -- COMMAND [--data-dir DIR]
  coverage                    lists which times of each list of the exchange are recorded
  verify                      recounts the rows and checks the hash of each stored answer
  backup --to FILE            writes an encrypted backup; reads the passphrase from standard input
  restore FILE --to FOLDER    restores a backup into a folder without an archive, and checks it
  export --to FOLDER [--format csv,json,parquet] [--from TIME] [--until TIME]
                              writes all rows as files, with a manifest; TIME is ISO 8601
  schema --role NAME [--from YYYY-MM] [--months N]
                              prints the SQL that prepares a PostgreSQL database for the archive
  connect --host HOST --database NAME --user ROLE [--port N] [--ca FILE]
                              keeps the archive in this database from the next start on; Fathom asks for the password
  disconnect                  keeps the archive in a file again from the next start on
`;

export type ArchiveCommand =
  | { readonly name: 'coverage' | 'verify' | 'disconnect' }
  | { readonly name: 'backup'; readonly target: string }
  | { readonly name: 'restore'; readonly backup: string; readonly folder: string }
  | {
      readonly name: 'export';
      readonly folder: string;
      readonly formats: readonly ExportFormat[];
      readonly filter: RowFilter;
    }
  | {
      readonly name: 'schema';
      readonly role: string;
      /** `YYYY-MM`; null: two years ago */
      readonly firstMonth: string | null;
      readonly months: number;
    }
  | {
      readonly name: 'connect';
      readonly connection: Omit<DatabaseConnection, 'ca'>;
      /** a file with certificates of authorities; null: those of the system */
      readonly caFile: string | null;
    };

export interface ParsedCommand {
  readonly command: ArchiveCommand;
  /** null: the usual one */
  readonly dataDir: string | null;
}

const options = {
  'data-dir': { type: 'string' },
  to: { type: 'string' },
  format: { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
  role: { type: 'string' },
  months: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  database: { type: 'string' },
  user: { type: 'string' },
  ca: { type: 'string' },
} as const;

type Values = Readonly<Partial<Record<keyof typeof options, string>>>;

/** Throws `TypeError` for a text that is no time. */
function readTime(text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new TypeError(`${text} is no time`);
  return ms;
}

/** Throws `TypeError` for a format that is none. */
function readFormats(text: string): readonly ExportFormat[] {
  const names = new Set(text.split(','));
  const formats = exportFormats.filter(format => names.has(format));
  if (formats.length !== names.size) throw new TypeError(`${text} names a format that is none`);
  return formats;
}

/** Options that a command does not know are an error, because their user expects an effect. */
function onlyHas(values: Values, names: readonly (keyof Values)[]): boolean {
  return Object.keys(values).every(name => name === 'data-dir' || names.some(each => each === name));
}

type Read = (values: Values, backup: string | undefined) => ArchiveCommand | null;

const readToFile: Read = (values, backup) => {
  const { to } = values;
  if (to === undefined || !onlyHas(values, ['to'])) return null;
  return backup === undefined ? { name: 'backup', target: to } : { name: 'restore', backup, folder: to };
};

const readExport: Read = values => {
  if (values.to === undefined || !onlyHas(values, ['to', 'format', 'from', 'until'])) return null;
  const filter = { fromMs: readTime(values.from), toMs: readTime(values.until) };
  return { name: 'export', folder: values.to, formats: readFormats(values.format ?? 'csv,json'), filter };
};

const rolePattern = /^[a-z_][a-z0-9_]{0,62}$/;
const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;
/** Two years back and four ahead, by default. */
const usualMonths = 72;
const mostMonths = 600;

const readSchema: Read = values => {
  const { role = '', from = null } = values;
  const months = Number(values.months ?? usualMonths);
  if (!onlyHas(values, ['role', 'from', 'months']) || !rolePattern.test(role)) return null;
  if (!Number.isInteger(months) || months < 1 || months > mostMonths) return null;
  if (from !== null && !monthPattern.test(from)) return null;
  return { name: 'schema', role, firstMonth: from, months };
};

/** Throws for a connection that cannot be one. */
const readConnect: Read = ({ ca, port = '5432', ...values }) => {
  if (!onlyHas(values, ['host', 'database', 'user'])) return null;
  const { host, database, user } = values;
  const connection = DatabaseConnection.parse({ host, port: Number(port), database, user, ca: null });
  return { name: 'connect', connection, caFile: ca ?? null };
};

const readers: ReadonlyMap<string | undefined, Read> = new Map<string, Read>([
  ['coverage', values => (onlyHas(values, []) ? { name: 'coverage' } : null)],
  ['verify', values => (onlyHas(values, []) ? { name: 'verify' } : null)],
  ['disconnect', values => (onlyHas(values, []) ? { name: 'disconnect' } : null)],
  ['connect', readConnect],
  ['backup', readToFile],
  ['restore', readToFile],
  ['export', readExport],
  ['schema', readSchema],
]);

function commandOf([name, backup, ...more]: readonly string[], values: Values): ArchiveCommand | null {
  // the command to restore is the only one that names a file
  if (more.length > 0 || (backup !== undefined) !== (name === 'restore')) return null;
  return readers.get(name)?.(values, backup) ?? null;
}

/** The command of a command line; null: it is wrong. */
export function parseCommand(words: readonly string[]): ParsedCommand | null {
  try {
    const { positionals, values } = parseArgs({ args: [...words], allowPositionals: true, options });
    const command = commandOf(positionals, values);
    return command === null ? null : { command, dataDir: values['data-dir'] ?? null };
  } catch {
    return null;
  }
}
