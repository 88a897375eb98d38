import { isLoopbackHost } from '#shared/loopback.ts';

/**
 * Whether a feed may be dialled where an exchange says: the address comes from its answer, and the token that goes there
 * opens the private topics of the account. So only hosts of the site that the profile itself names, or of the service
 * that the profile's site belongs to.
 */

/** Sites of one service: a feed of the European site may stand at the other. */
const sistersOf: ReadonlyMap<string, readonly string[]> = new Map([['kucoin.eu', ['kucoin.com']]]);

/** Below these everybody can have a name, so a common ending says nothing. The two-letter ones: `co.uk`, `com.au`. */
const shared =
  /^(?:(?:ac|co|com|edu|gov|mil|ne|net|or|org)\.[a-z]{2}|(?:amazonaws|azurewebsites|cloudfront|fly|github|gitlab|herokuapp|netlify|ngrok|ngrok-free|onrender|pages|run|vercel|web|workers)\.[a-z]+)$/;

/** The part of a name that its owner holds: without the first label, where something ownable is left. */
function siteOf(host: string): string {
  const labels = host.split('.');
  const parent = labels.slice(1).join('.');
  return labels.length < 3 || shared.test(parent) ? host : parent;
}

function isWithin(host: string, site: string): boolean {
  return host === site || host.endsWith(`.${site}`);
}

/** `origins` are the addresses of the profile, as checked. */
export function isFeedHost(host: string, origins: readonly string[]): boolean {
  return origins.some(origin => {
    if (!URL.canParse(origin)) return false;
    const own = new URL(origin).hostname;
    if (isAddress(own) || isAddress(host)) return host === own || (isLoopbackHost(own) && isLoopbackHost(host));
    const site = siteOf(own);
    return [site, ...(sistersOf.get(site) ?? [])].some(allowed => isWithin(host, allowed));
  });
}

/** An address has no owner's name in it, so it must be the very one. */
function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host);
}
