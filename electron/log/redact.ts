import type { LogValue } from './log.ts';

/** Removes secrets from a line before writing: by the name of the field, and by value in any position. */
export interface Redactor {
  /** From now on this text is never written: not whole, not in pieces of eight, not encoded, not backwards. */
  hide(secret: string): void;
  clean(fields: Readonly<Record<string, LogValue>>): Record<string, LogValue>;
  cleanText(text: string): string;
}

const hiddenNames =
  /api-?_?(?:key|sign|passphrase)|secret|pass-?_?phrase|password|token|listen-?key|connect-?id|signature|authorization|cookie|^key$/i;
const mark = '[hidden]';
/** From a piece of this length the rest can be guessed. */
const pieceLength = 8;
/** Shorter ones occur by chance in innocent text; such a passphrase is hidden by the name of its field only. */
const leastLength = 6;
const maxNesting = 8;

/**
 * Base64 of the secret at each place it may have inside a longer text, without the characters its neighbours decide.
 */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].map(offset => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return text.slice(Math.ceil((offset * 4) / 3), (bytes.length + offset) % 3 === 0 ? undefined : -1);
  });
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = base64Forms(bytes);
  const hex = bytes.toString('hex');
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    ...base64,
    ...base64.map(text => text.replaceAll('+', '-').replaceAll('/', '_')),
    hex,
    hex.toUpperCase(),
    Array.from(secret).toReversed().join(''),
  ].filter(form => form.length >= leastLength);
}

/** Every run of eight characters of a form, or the form itself when it is shorter. */
function piecesOf(form: string): string[] {
  if (form.length <= pieceLength) return [form];
  return Array.from({ length: form.length - pieceLength + 1 }, (_, start) => form.slice(start, start + pieceLength));
}

/** A redactor that knows no secret yet; names of fields are watched from the start. */
export function createRedactor(): Redactor {
  const pieces = new Set<string>();
  const lengths = new Set<number>();

  const hiddenLengthAt = (text: string, start: number): number => {
    for (const length of lengths) if (pieces.has(text.slice(start, start + length))) return length;
    return 0;
  };

  const cleanText = (text: string): string => {
    if (pieces.size === 0) return text;
    let clean = '';
    let hiddenUntil = 0;
    for (let index = 0; index < text.length; index += 1) {
      const hidden = hiddenLengthAt(text, index);
      if (hidden > 0 && index >= hiddenUntil) clean += mark;
      hiddenUntil = Math.max(hiddenUntil, hidden > 0 ? index + hidden : 0);
      if (index >= hiddenUntil) clean += text[index];
    }
    return clean;
  };

  const cleanValue = (value: unknown, nesting: number): LogValue => {
    if (typeof value === 'string') return cleanText(value);
    if (typeof value === 'number') return cleanText(String(value)) === String(value) ? value : mark;
    if (typeof value === 'boolean' || value === null || value === undefined) return value;
    // An object is no LogValue. One that came all the same may be an error that carries headers.
    if (!Array.isArray(value) || nesting >= maxNesting) return '[object]';
    return value.map(item => cleanValue(item, nesting + 1));
  };

  return {
    hide(secret) {
      for (const piece of formsOf(secret).flatMap(piecesOf)) {
        pieces.add(piece);
        lengths.add(piece.length);
      }
    },
    clean: fields =>
      Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
          cleanText(name),
          hiddenNames.test(name) ? mark : cleanValue(value, 0),
        ]),
      ),
    cleanText,
  };
}
