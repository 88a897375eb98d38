import type { Connection } from 'pg';
import { ArchiveError } from '../../archive-store.ts';

const advice = 'an administrator sets scram-sha-256 in pg_hba.conf, and sets the password of the role again';

/**
 * The server must use SCRAM, with TLS as well as without: it does not receive the password, and proves that it knows it.
 * For every other kind of authentication the connection ends before anything is sent. Call it before `connect`: the
 * listeners of the driver, which would send the password, must run later.
 */
export function requireScram(connection: Connection): void {
  let hasProof = false;
  const refuse = (reason: string) => () => {
    // at once: the server may send the end of the authentication in the same packet
    connection.emit('error', new ArchiveError('database-failed', `${reason}; ${advice}`));
    connection.stream.destroy();
  };
  connection.on(
    'authenticationCleartextPassword',
    refuse('the server asks for the readable password, which is not sent'),
  );
  connection.on(
    'authenticationMD5Password',
    refuse('the server asks for an MD5 hash of the password, which is not sent'),
  );
  // the driver checks the proof, and fails where it is wrong
  connection.on('authenticationSASLFinal', () => (hasProof = true));
  const refuseUnproven = refuse('the server did not prove that it knows the password');
  connection.on('authenticationOk', () => {
    if (!hasProof) refuseUnproven();
  });
}
