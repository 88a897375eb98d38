import { createClient } from '#client/client.ts';
import { createSigner } from '#client/sign.ts';
import type { BuildClient } from '#credentials/connect.ts';
import type { Log } from '#log/log.ts';
import type { Redactor } from '#log/redact.ts';

/** Clients that sign. Secrets are hidden from the log before anything can be written of them. */
export function buildClientWith({ log, redactor }: { readonly log: Log; readonly redactor: Redactor }): BuildClient {
  return (identity, secret) => {
    for (const part of [secret.key, secret.secret, secret.passphrase]) redactor.hide(part);
    return createClient(identity, createSigner({ ...identity, ...secret }), { log });
  };
}
