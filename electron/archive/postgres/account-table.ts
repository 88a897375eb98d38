import * as z from 'zod/mini';
import type { ArchivedAccount } from '../archive-store.ts';
import type { DatabaseClient } from './connection/database-session.ts';

/**
 * The accounts of the database. Several computers may use it: they share an account of a real exchange, and each has its own
 * practice exchange, whose profile is stored as `PROFILE@COMPUTER`.
 */

const AccountRows = z.array(z.object({ account_id: z.number(), profile_id: z.string(), run_id: z.string() }));

type KnownAccount = ArchivedAccount & { readonly accountId: number };

/** The accounts as they are stored. The practice exchange has a run id; a real exchange has none, stored as empty text. */
async function readAccounts(client: DatabaseClient): Promise<readonly KnownAccount[]> {
  const found = await client.query('SELECT * FROM accounts ORDER BY account_id');
  return AccountRows.parse(found.rows).map(({ account_id: accountId, profile_id: profileId, run_id: runId }) => ({
    accountId,
    profileId,
    runId: runId === '' ? null : runId,
  }));
}

function storedProfile({ profileId, runId }: ArchivedAccount, computerId: string): string {
  return runId === null ? profileId : `${profileId}@${computerId}`;
}

/** Ids of all accounts, those of other computers included. */
export async function listAccountIds(client: DatabaseClient): Promise<readonly number[]> {
  return (await readAccounts(client)).map(({ accountId }) => accountId);
}

/** Accounts of real exchanges, and practice runs of this computer. */
export async function listAccounts(client: DatabaseClient, computerId: string): Promise<readonly KnownAccount[]> {
  const suffix = `@${computerId}`;
  return (await readAccounts(client)).flatMap((account): readonly KnownAccount[] => {
    const { profileId, runId } = account;
    if (runId === null) return [account];
    return profileId.endsWith(suffix) ? [{ ...account, profileId: profileId.slice(0, -suffix.length) }] : [];
  });
}

/** The id of the account. Opening a practice run deletes the earlier runs of this computer. */
export async function openAccount(
  client: DatabaseClient,
  computerId: string,
  account: ArchivedAccount,
): Promise<number> {
  const stored = storedProfile(account, computerId);
  const known = (await readAccounts(client)).filter(({ profileId }) => profileId === stored);
  const same = known.find(({ runId }) => runId === account.runId);
  // each run of the practice exchange is another exchange, and the earlier one does not exist any more
  for (const { accountId } of known.filter(each => each.runId !== null && each !== same)) {
    // oxlint-disable-next-line no-await-in-loop -- one connection answers one question at a time
    await client.query('SELECT delete_run($1)', [accountId]);
  }
  if (same !== undefined) return same.accountId;
  const added = await client.query(
    'INSERT INTO accounts (profile_id, run_id) VALUES ($1, $2) RETURNING account_id, profile_id, run_id',
    [stored, account.runId ?? ''],
  );
  const [inserted] = AccountRows.parse(added.rows);
  if (inserted === undefined) throw new TypeError('the database returned no account');
  return inserted.account_id;
}
