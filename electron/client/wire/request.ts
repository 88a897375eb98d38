import { fail, type Result, succeed } from '#shared/errors.ts';
import { catalogue, type Endpoint, type EndpointName, endpointLabel } from '../catalogue.ts';

/** One call of one endpoint, not yet encoded. */
export interface EndpointCall {
  readonly endpoint: EndpointName;
  readonly path?: Readonly<Record<string, string>>;
  /** in the order they are sent; `undefined` is left out */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** the exact JSON text */
  readonly body?: string;
}

export interface PreparedRequest {
  readonly endpoint: Endpoint;
  readonly label: string;
  /** percent-encoded, as it is sent */
  readonly wireTarget: string;
  /** the same, decoded, as it is signed: docs/exchange/authentication.md §3.2 */
  readonly signedTarget: string;
  readonly body: string;
}

/** encodeURIComponent leaves the apostrophe, which the URL parser would then encode behind our back. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

function isPathSafe(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && value.length <= 128 && !/[/\\?#\s]/.test(value);
}

/** Encodes a call for the wire and, decoded, for the signature. `invalid-request` when a value can not be sent. */
export function prepareRequest(call: EndpointCall): Result<PreparedRequest> {
  const endpoint = catalogue[call.endpoint];
  const label = endpointLabel(endpoint);
  const values = { ...call.path };
  for (const [name, value] of [...Object.entries(values), ...Object.entries(call.query ?? {})]) {
    if (!String(value).isWellFormed()) {
      return fail('invalid-request', `The ${name} holds broken characters.`, { endpoint: label, field: name });
    }
  }
  let wirePath: string = endpoint.path;
  let signedPath: string = endpoint.path;
  for (const [name, value] of Object.entries(values)) {
    if (!isPathSafe(value)) {
      return fail('invalid-request', `This ${name} is not one that an exchange gives.`, {
        endpoint: label,
        field: name,
      });
    }
    wirePath = wirePath.replace(`{${name}}`, () => encode(value));
    signedPath = signedPath.replace(`{${name}}`, () => value);
  }
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined);
  const wireQuery = query.map(([name, value]) => `${name}=${encode(String(value))}`).join('&');
  const signedQuery = query.map(([name, value]) => `${name}=${String(value)}`).join('&');
  return succeed({
    endpoint,
    label,
    wireTarget: wireQuery === '' ? wirePath : `${wirePath}?${wireQuery}`,
    signedTarget: signedQuery === '' ? signedPath : `${signedPath}?${signedQuery}`,
    body: call.body ?? '',
  });
}
