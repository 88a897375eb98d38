import type { FailureKind } from '#shared/errors.ts';
import { rejectionSentence } from './rejections.ts';

/** The exchange's rejection in our terms. */
interface ExchangeRejection {
  readonly kind: FailureKind;
  /** our own sentence, beside that of the exchange */
  readonly sentence: string;
}

interface RejectionAnswer {
  readonly code: string;
  /** the exchange's words */
  readonly message: string;
  readonly httpStatus: number;
  /** the request was about one thing by its id */
  readonly isAboutOne: boolean;
}

function of(kind: FailureKind, sentence: string): ExchangeRejection {
  return { kind, sentence };
}

const keyVersionHint = of('wrong-passphrase', 'The exchange does not take this key version. Check it in the profile.');

/** docs/exchange/errors.md §2, the gateway's own codes. */
const gateway: ReadonlyMap<string, ExchangeRejection> = new Map([
  ['400001', of('wrong-signature', 'The exchange missed one of the authentication headers. Check the header prefix.')],
  ['400002', of('clock', 'The exchange rejected the time of the request. Check the clock of this computer.')],
  ['400003', of('unknown-key', 'The exchange does not know this API key. It may belong to another environment.')],
  [
    '400004',
    of('wrong-passphrase', 'The exchange rejected the passphrase. The secret or the key version may also be wrong.'),
  ],
  ['400005', of('wrong-signature', 'The exchange rejected the signature: the API secret is most likely wrong.')],
  ['400007', of('permission', 'The API key does not have this permission. Add it at the exchange.')],
  ['400008', keyVersionHint],
  ['400009', keyVersionHint],
  ['404000', of('not-found', 'The exchange does not offer this, or does not know what was asked for.')],
  ['200000', of('not-found', 'There is nothing of this kind at the exchange.')],
  ['401000', of('not-found', 'The exchange has retired this function.')],
]);

const rateLimited = new Set(['429000', '429001', '429002']);
/** The gateway speaks for an exchange that did not answer it. */
const failed = new Set(['500000', '503000', '504000', '505000']);
/** Codes of a cancel or a look-up that found nothing (left). docs/exchange/errors.md §6.4. */
const gone = new Set(['100001', '100004', '126043']);
const goneWords = /not[\s_.-]?(?:exist|found)|not_allow_to_cancel|can(?:not|'t) be cancell?ed/i;

function ipRefused(message: string): ExchangeRejection {
  const ip = /clientIp is:?\s*([0-9a-f.:]+)/i.exec(message)?.[1];
  const seen = ip === undefined ? '' : ` It sees this computer as ${ip}.`;
  return of('ip-refused', `The API key may not be used from this address.${seen}`);
}

function isSlowDown(code: string, httpStatus: number): boolean {
  return rateLimited.has(code) || httpStatus === 429;
}

function isOwnFailure(code: string, httpStatus: number): boolean {
  return failed.has(code) || httpStatus >= 500;
}

/** Which kind of failure the exchange's code means, with a sentence of ours. */
export function classifyRejection({ code, message, httpStatus, isAboutOne }: RejectionAnswer): ExchangeRejection {
  if (isSlowDown(code, httpStatus)) return of('rate-limited', 'The exchange asks us to slow down. Nothing was done.');
  if (isOwnFailure(code, httpStatus)) return of('exchange-failed', 'The exchange failed on its own side.');
  if (code === '400006') return ipRefused(message);
  const known = gateway.get(code) ?? of('exchange-rejected', rejectionSentence(code));
  if (known.kind !== 'exchange-rejected') return known;
  if (isAboutOne && (gone.has(code) || goneWords.test(message))) {
    return of('not-found', 'The exchange does not know this any more: it is done, cancelled or was never there.');
  }
  return known;
}
