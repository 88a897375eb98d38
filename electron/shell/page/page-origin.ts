/** Whether a URL belongs to our page. Compared by parsed parts, never by a prefix: `app://main.evil` starts with `app://main`. */

/** Electron's page. */
export const electronOrigin = 'app://main';
/** Chromium's page: `.invalid` is reserved and can never be registered or resolved (RFC 6761). */
export const chromiumOrigin = 'https://fathom.invalid';
/** The trusted windows' pages: other origins, so that no storage, channel or cookie is shared with the main page. */
export const trustedElectronOrigin = 'app://trusted';
export const trustedChromiumOrigin = 'https://trusted.invalid';

/**
 * Protocol and authority of a URL, or null for what has none, is not a URL, or carries a user name. `URL.origin` cannot
 * be used: it is "null" for the app: scheme, outside Chromium.
 */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.host === '' || url.username !== '' || url.password !== '') return null;
  return `${url.protocol}//${url.host}`;
}

export function isOfOrigin(text: string, origin: string): boolean {
  return originOf(text) === origin;
}

/** The dev server's origin, if it is one we may load the page from: plain HTTP on the loopback address, with a port. */
export function devOrigin(text: string | undefined): string | null {
  if (text === undefined) return null;
  const origin = originOf(text);
  return origin !== null && /^http:\/\/127\.0\.0\.1:\d+$/.test(origin) ? origin : null;
}
