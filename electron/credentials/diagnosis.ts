import type { Venue } from '#shared/domain/scalars.ts';
import type { Failure, FailureKind } from '#shared/errors.ts';

/** What a failed check says about the form: which field, and a sentence that names the wrong piece. */
interface Finding {
  readonly field?: string;
  readonly say: (error: Failure) => string;
}

const findings: Partial<Record<FailureKind, Finding>> = {
  clock: { say: () => "This computer's clock and the exchange's differ too much. Set the clock by network time." },
  'unknown-key': {
    field: 'key',
    say: () => 'The exchange does not know this API key. Check it, and that it belongs to this exchange.',
  },
  'wrong-passphrase': {
    field: 'passphrase',
    // versions 2 and 3 sign the passphrase with the secret, so one wrong secret spoils both
    say: () => 'The exchange rejected the passphrase. The passphrase, the API secret or the key version is wrong.',
  },
  'wrong-signature': { field: 'secret', say: () => 'The exchange rejected the signature: the API secret is wrong.' },
  'ip-refused': {
    field: 'key',
    say: error =>
      `The key may not be used from this address.${seenAddress(error)} Add it to the key's allowed addresses.`,
  },
  permission: {
    field: 'key',
    say: () => 'The key has no right to read (General). Give it that right at the exchange.',
  },
};

/** Codes that say more than their kind (docs/exchange/errors.md §6.1). */
const byCode: Readonly<Record<string, Finding>> = {
  '400001': {
    field: 'headerPrefix',
    say: () => 'The exchange did not find the signature headers. The header prefix does not fit this exchange.',
  },
  '400008': { field: 'keyVersion', say: () => 'The exchange does not take keys of this version any more.' },
  '400009': { field: 'keyVersion', say: () => 'The key is of another version than the one chosen.' },
};

/** The address that the exchange received, if stated. */
function seenAddress(error: Failure): string {
  const address = /clientIp is:?\s*([0-9a-fA-F.:]+)/.exec(error.exchangeMessage ?? '')?.[1];
  return address === undefined ? '' : ` It saw ${address}.`;
}

/** A refused signed read: the error with the field of the form and a sentence for it. */
export function diagnoseKey(error: Failure): Failure {
  const code = error.code ?? '';
  const finding = (Object.hasOwn(byCode, code) ? byCode[code] : undefined) ?? findings[error.kind];
  if (finding === undefined) return error;
  const named = { ...error, message: finding.say(error) };
  return finding.field === undefined ? named : { ...named, field: finding.field };
}

const silent = 'does not answer. Check the address and the network.';
const strange = 'answers, but not as an exchange does. Check the address.';
const hostSentences: Partial<Record<FailureKind, string>> = {
  unreachable: silent,
  timeout: silent,
  tls: 'has no valid certificate (TLS). Check the address and the clock of this computer.',
  'bad-reply': strange,
  'not-found': strange,
  'exchange-failed': strange,
  'exchange-rejected': strange,
};

/** A host that did not give its time: the address is wrong, or it is no exchange, or the line is down. */
export function diagnoseHost(error: Failure, venue: Venue): Failure {
  const sentence = hostSentences[error.kind];
  if (sentence === undefined) return diagnoseKey(error);
  const field = venue === 'spot' ? 'spotUrl' : 'futuresUrl';
  return { ...error, field, message: `The ${venue} address ${sentence}` };
}
