import type { Endpoint } from './endpoint/endpoint.ts';

type Served = Pick<Endpoint, 'method' | 'path'>;

const identifiers = /:(orderId|withdrawalId|accountId)$/;

/**
 * The path as the router takes it. An identifier of the exchange has a digit in it; a word in its place names an
 * endpoint that is not served, and must not be taken for an order that is not there.
 */
export function routeOf(path: string): string {
  return path.replace(identifiers, ':$1(^.*\\d.*$)');
}

function isAt(path: string, asked: string): boolean {
  const parts = path.split('/');
  const askedParts = asked.split('/');
  if (parts.length !== askedParts.length || (identifiers.test(path) && !/\d[^/]*$/.test(asked))) return false;
  return parts.every((part, index) => (part.startsWith(':') ? askedParts[index] !== '' : askedParts[index] === part));
}

/** The methods by which a path is served; none when it is not. */
export function methodsAt(endpoints: readonly Served[], asked: string): readonly string[] {
  return [...new Set(endpoints.filter(({ path }) => isAt(path, asked)).map(({ method }) => method))];
}
