import { fail, type Result, succeed } from '#shared/errors.ts';
import { isLoopbackHost } from '#shared/loopback.ts';

const shape = /^(https?):\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::([1-9]\d{0,4}))?\/?$/i;
const hostName = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

function refuse(message: string): Result<string> {
  return fail('invalid-request', message, { field: 'url' });
}

/**
 * The origin of an acceptable base URL: `https://host[:port]`, or `http://` on a loopback literal (practice). Anything
 * that a reader and a URL parser could understand differently (user names, decimal or hexadecimal addresses, trailing
 * dots, letters outside ASCII, paths, queries) is refused as `invalid-request`: the keys go where the user thinks.
 */
export function checkBaseUrl(text: string): Result<string> {
  const match = shape.exec(text);
  if (match === null) return refuse('The address must look like https://host or https://host:port, and nothing more.');
  const scheme = (match[1] ?? '').toLowerCase();
  const host = (match[2] ?? '').toLowerCase();
  if (!host.startsWith('[') && !hostName.test(host)) return refuse('The address does not name a valid host.');
  if (!URL.canParse(text)) return refuse('The address is not a valid URL.');
  const url = new URL(text);
  // The parser rewrites 2130706433, 0x7f.1 and [0:0::1] to another spelling: then what was typed is not what is dialled.
  if (url.hostname !== host) return refuse('The address hides its real host behind an unusual spelling.');
  if (scheme === 'http' && !isLoopbackHost(host)) {
    return refuse('Only https is allowed. Plain http is for an exchange on this machine (http://127.0.0.1:port).');
  }
  return succeed(url.origin);
}
