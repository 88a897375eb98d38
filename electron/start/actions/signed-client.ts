import { createClient } from '#client/client.ts';
import { joinSpotFamilies } from '#client/families/join-families.ts';
import { createSigner } from '#client/sign.ts';
import type { BuildClient } from '#credentials/connect.ts';
import type { Log } from '#log/log.ts';
import type { Redactor } from '#log/redact.ts';
import type { Turns } from '#time/turns.ts';

interface SignedClientOptions {
  readonly log: Log;
  readonly redactor: Redactor;
  /** shared by the clients of a program and its gate; absent: turns of each client's own */
  readonly turns?: Turns;
}

/** Clients that sign. Secrets are hidden from the log before anything can be written of them. */
export function buildClientWith({ log, redactor, turns }: SignedClientOptions): BuildClient {
  const shared = turns === undefined ? { log } : { log, turns };
  return (identity, secret) => {
    for (const part of [secret.key, secret.secret, secret.passphrase]) redactor.hide(part);
    return joinSpotFamilies(createClient(identity, createSigner({ ...identity, ...secret }), shared));
  };
}
