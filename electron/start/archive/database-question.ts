import type { TrustedQuestion } from '#shared/trusted.ts';
import { authorityFingerprints } from '#archive/postgres/connection/authority.ts';
import { type DatabaseConnection, isPlain } from '#archive/postgres/connection/database-connection.ts';

/**
 * Asks for the password of the archive's database. A host that is not this machine is typed. The fingerprint of a given
 * authority is shown: who changes its file and the network could else receive the rows.
 */
export function databaseQuestion(connection: DatabaseConnection): TrustedQuestion {
  const { host, port, database, user, ca } = connection;
  const isLocal = isPlain(connection);
  const authority = ca === null ? 'an authority that this system trusts' : 'the authority in the file that you gave';
  const fingerprints = ca === null ? [] : authorityFingerprints(ca);
  return {
    kind: 'enter-password',
    profileName: 'Fathom',
    colour: 'slate',
    title: 'Connect the archive to its database',
    explanation:
      'Fathom sends the password to this host and stores it in the keychain of this system. The database receives orders, fills and balances of all profiles.',
    facts: [
      { label: 'Host', value: host },
      { label: 'Port', value: String(port) },
      { label: 'Database', value: database },
      { label: 'Role', value: user },
      { label: 'Connection', value: isLocal ? 'on this machine, without TLS' : `TLS, certified by ${authority}` },
      ...fingerprints.map(value => ({ label: 'Authority SHA-256', value })),
    ],
    typeBack: isLocal ? null : host,
    confirmLabel: 'Connect',
  };
}
