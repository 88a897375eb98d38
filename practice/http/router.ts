import type { Endpoint } from './endpoint/endpoint.ts';

/**
 * Finds the endpoint of a request. One route of Fastify takes all requests, because it compiles code for each of its
 * routes: with one route for each endpoint that was most of the time in which the exchange opens.
 */

type Served = Pick<Endpoint, 'method' | 'path'>;

interface Found<T extends Served> {
  readonly endpoint: T;
  /** the parameters of the path, decoded */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Router<T extends Served> {
  /** The endpoint that serves this path by this method; null when there is none. Throws a URIError for a wrong escape. */
  find(method: string, path: string): Found<T> | null;
  /** The methods by which a path is served; none when it is not. */
  methodsAt(path: string): readonly string[];
}

const longestParameter = 200;

/**
 * An identifier of the exchange has a digit in it; a word in its place names an endpoint that is not served, and must not
 * be taken for an order that is not there.
 */
const identifiers: ReadonlySet<string> = new Set(['orderId', 'withdrawalId', 'accountId']);

const isParameter = (part: string): boolean => part.startsWith(':');

function takes(part: string, asked: string): boolean {
  if (!isParameter(part)) return part === asked;
  if (asked === '' || asked.length > longestParameter) return false;
  return !identifiers.has(part.slice(1)) || /\d/.test(asked);
}

interface Pattern<T> {
  readonly endpoint: T;
  readonly parts: readonly string[];
  /** one digit for each part, 0 where it is fixed: the lower one is found first */
  readonly rank: string;
}

/** A fixed part comes before a parameter in its place, as `orders/client-order` before `orders/:orderId`. */
function patternOf<T extends Served>(endpoint: T): Pattern<T> {
  const parts = endpoint.path.split('/');
  return { endpoint, parts, rank: parts.map(part => (isParameter(part) ? '1' : '0')).join('') };
}

function readParameters(parts: readonly string[], asked: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    parts.flatMap((part, index) => (isParameter(part) ? [[part.slice(1), asked[index] ?? '']] : [])),
  );
}

export function createRouter<T extends Served>(endpoints: readonly T[]): Router<T> {
  const patterns = endpoints.map(patternOf).toSorted((one, other) => one.rank.localeCompare(other.rank));
  const byLength = Map.groupBy(patterns, ({ parts }) => parts.length);
  const at = (path: string) => {
    const asked = path.split('/').map(decodeURIComponent);
    const found = (byLength.get(asked.length) ?? []).filter(({ parts }) =>
      parts.every((part, index) => takes(part, asked[index] ?? '')),
    );
    return { asked, found };
  };
  return {
    find: (method, path) => {
      const { asked, found } = at(path);
      const first = found.find(({ endpoint }) => endpoint.method === method);
      return first === undefined ? null : { endpoint: first.endpoint, parameters: readParameters(first.parts, asked) };
    },
    methodsAt: path => [...new Set(at(path).found.map(({ endpoint }) => endpoint.method))],
  };
}
