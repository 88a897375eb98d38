/**
 * Literals only, as a URL parser writes them: `127.evil.com` and `localhost` are names, and a name can lead anywhere.
 * `127.0.0.300` is no address, so it is a name too.
 */
const host = /^(?:127(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\])$/;
const origin = /^https?:\/\/([^/?#@:[\]]+|\[[0-9a-f:]+\])(?::\d{1,5})?\/?$/;

/** Whether a host, without its port, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return host.test(hostname);
}

/** Whether an origin leads to this machine. What is not written as one does not. */
export function isLoopbackOrigin(text: string): boolean {
  return isLoopbackHost(origin.exec(text)?.[1] ?? '');
}
