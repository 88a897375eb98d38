import type { RawData } from 'ws';

/**
 * Reads what another part of the bench, or the practice exchange that it has started, wrote. Nothing is checked: what is
 * measured must not pay for our doubts.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names what the other end wrote
export function parseOwn<T>(text: string): T {
  // oxlint-disable-next-line typescript/no-unsafe-return -- both ends are ours, and the peers must stay as bare as they are
  return JSON.parse(text);
}

/** Asks a server that the bench has started. */
export async function ask<T>(url: string, options?: RequestInit): Promise<T> {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return parseOwn(await response.text());
}

/** The text of a message of a web socket. */
export function textOf(data: RawData): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- a text message comes as one Buffer, which says itself
  return data.toString();
}
