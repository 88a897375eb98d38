import type { Failure } from '#shared/errors.ts';

/**
 * The exchange's own words where it spoke. Those about the time of a request name a header only: the likely cause comes
 * first.
 */
export function rejectionText({ kind, message, exchangeMessage, code }: Failure): string {
  if (exchangeMessage === undefined) return message;
  const words = code === undefined ? exchangeMessage : `${exchangeMessage} (${code})`;
  return kind === 'clock' ? `${message} ${words}` : words;
}
