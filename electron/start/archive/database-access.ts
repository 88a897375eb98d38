import { join } from 'node:path';
import * as z from 'zod/mini';
import { fail, type Result } from '#shared/errors.ts';
import { archiveFile } from '#archive/archive-file.ts';
import { type DatabasePlace, type FindArchivePlace, findFile } from '#archive/archive-place.ts';
import type { ArchiveResult } from '#archive/archive-store.ts';
import {
  bindingOf,
  type DatabaseConnection,
  DatabasePassword,
} from '#archive/postgres/connection/database-connection.ts';
import { readComputerId } from '#archive/postgres/connection/computer-id.ts';
import { readDatabaseFile } from '#archive/postgres/connection/database-file.ts';
import type { Keychain } from '#credentials/keyring/keychain.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';
import { databaseQuestion } from './database-question.ts';
import type { TryDatabase } from './try-database.ts';

export interface DatabaseAccessOptions {
  readonly dataDir: string;
  readonly keychain: Pick<Keychain, 'probe' | 'archivePassword'>;
  readonly ask: TrustedPrompt['ask'];
  readonly tryDatabase: TryDatabase;
}

/** Where the archive of this data folder is, and the password of its database. */
export interface DatabaseAccess {
  readonly findPlace: FindArchivePlace;
  /**
   * Asks for the password in the trusted window, where the user confirms the host, and keeps it in the keychain. No
   * connection is made before. `not-found`: the archive is a file; `declined`; `no-keychain`, `keychain-locked`.
   */
  readonly connect: () => Promise<Result<null>>;
}

/** `binding`: what the password was typed for. */
const PasswordItem = z.strictObject({ binding: z.string(), password: DatabasePassword });

function nameOf({ host, port, database }: DatabaseConnection): string {
  return `${host}:${port}/${database}`;
}

function parseItem(text: string | null): z.infer<typeof PasswordItem> | null {
  try {
    return PasswordItem.parse(JSON.parse(text ?? 'null'));
  } catch {
    return null;
  }
}

const isFile = fail('not-found', 'The archive of this data folder is a file, so there is no database to connect to.');

export function createDatabaseAccess(options: DatabaseAccessOptions): DatabaseAccess {
  const { dataDir, keychain, ask, tryDatabase } = options;
  const chosen = readDatabaseFile(dataDir);
  const placeOf = (connection: DatabaseConnection, password: string): ArchiveResult<DatabasePlace> => {
    try {
      return { ok: true, value: { kind: 'database', connection, password, computerId: readComputerId(dataDir) } };
    } catch (cause) {
      return { ok: false, fault: 'unwritable', detail: String(cause) };
    }
  };
  const save = async (connection: DatabaseConnection, password: string): Promise<Result<null>> => {
    const status = await keychain.probe();
    if (status.state !== 'ready')
      return fail(status.state === 'locked' ? 'keychain-locked' : 'no-keychain', status.detail);
    const item = { binding: bindingOf(connection), password };
    return keychain.archivePassword(nameOf(connection)).write(JSON.stringify(item));
  };
  const findDatabase = async (connection: DatabaseConnection): ReturnType<FindArchivePlace> => {
    const text = await keychain.archivePassword(nameOf(connection)).read();
    if (!text.ok) return { ok: false, fault: 'database-failed', detail: text.error.message };
    const item = parseItem(text.value);
    if (item?.binding !== bindingOf(connection))
      return { ok: false, fault: 'database-password', detail: nameOf(connection) };
    return placeOf(connection, item.password);
  };
  return {
    findPlace: () => {
      if (chosen.kind === 'file') return findFile(join(dataDir, archiveFile))();
      if (chosen.kind === 'database') return findDatabase(chosen.connection);
      return Promise.resolve({ ok: false, fault: 'database-failed', detail: chosen.detail });
    },
    connect: async () => {
      if (chosen.kind !== 'database') return isFile;
      const { connection } = chosen;
      return ask(databaseQuestion(connection), async reply => {
        if (reply.kind !== 'enter-password') return fail('invalid-request', 'This answers another question.');
        const place = placeOf(connection, reply.password);
        const tried = place.ok ? await tryDatabase(place.value) : place;
        if (!tried.ok)
          return fail('unreachable', `The database cannot be used: ${tried.detail}.`, { field: 'password' });
        return save(connection, reply.password);
      });
    },
  };
}
