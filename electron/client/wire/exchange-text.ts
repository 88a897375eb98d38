import { createRedactor } from '#log/redact.ts';
import type { AttemptMeaning } from './meaning.ts';

/** Headers that are no secret, and so short or so common that their text may stand anywhere. */
const harmless = /(?:timestamp|key-version)$/i;
/** A shorter passphrase occurs by chance. */
const leastLength = 4;
const longest = 500;
const longestCode = 40;

/**
 * Control characters of every kind, and those that turn or hide text: they forge lines in a log and words on a screen.
 * The page shows the rest as text and never as markup.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

function secretsOf(sent: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(sent).flatMap(([name, value]) => (harmless.test(name) ? [] : [value]));
}

/** The redactor does not search for secrets shorter than this. */
function hideWhole(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= leastLength) clean = clean.replaceAll(secret, '[hidden]');
  return clean;
}

/**
 * Words of an exchange as they may go to the page and into the log: one line, at most 500 characters, and nothing of what
 * we sent to prove who we are, for an exchange may well quote it.
 */
export function cleanExchangeText(text: string, sent: Readonly<Record<string, string>> = {}): string {
  const redactor = createRedactor();
  const secrets = secretsOf(sent);
  for (const secret of secrets) redactor.hide(secret);
  // cut first, for the length is the exchange's choice; and cut again, for what is hidden may be longer
  const line = text
    .toWellFormed()
    .slice(0, longest * 4)
    .replaceAll(unprintable, ' ');
  const clean = hideWhole(redactor.cleanText(line), secrets);
  return clean.length <= longest ? clean : `${clean.slice(0, longest - 1).toWellFormed()}…`;
}

/** A body as it came, digit for digit, without what we sent to prove who we are: an exchange may well quote it. */
export function cleanAnswer(text: string, sent: Readonly<Record<string, string>>): string {
  const redactor = createRedactor();
  const secrets = secretsOf(sent);
  for (const secret of secrets) redactor.hide(secret);
  return hideWhole(redactor.cleanText(text), secrets);
}

/** The meaning of an attempt whose failure quotes the exchange in clean words only. */
export function cleanMeaning(meaning: AttemptMeaning, sent: Readonly<Record<string, string>>): AttemptMeaning {
  const { result } = meaning;
  if (result.ok) return meaning;
  const { code, exchangeMessage, ...error } = result.error;
  return {
    ...meaning,
    result: {
      ok: false,
      error: {
        ...error,
        ...(code === undefined ? {} : { code: cleanExchangeText(code, sent).slice(0, longestCode) }),
        ...(exchangeMessage === undefined ? {} : { exchangeMessage: cleanExchangeText(exchangeMessage, sent) }),
      },
    },
  };
}
