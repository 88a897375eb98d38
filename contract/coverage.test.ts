import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue, type Endpoint } from '#client/catalogue.ts';
import { createClient } from '#client/client.ts';
import { dialects, endpointsOf } from '@fathom/practice';

/** The table of docs/exchange/coverage.md, the client's catalogue and the practice exchange's endpoints are one. */
const page = readFileSync('docs/exchange/coverage.md', 'utf8');

function tableOf(heading: string): readonly (readonly string[])[] {
  const [, part = ''] = page.split(`## ${heading}\n`);
  const lines = (part.split('\n## ')[0] ?? '').split('\n').filter(line => line.startsWith('| '));
  return lines.slice(1).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );
}

const none = '–';
const practice = new Map<string, ReturnType<typeof endpointsOf>[number]>(
  (['spot', 'futures'] as const).flatMap(venue =>
    endpointsOf(venue, dialects.document).map(each => {
      const path = each.path.replaceAll(/:(\w+)/g, '{$1}');
      return [`${venue} ${each.method} ${path}`, each] as const;
    }),
  ),
);
const client = new Map<string, Endpoint & { readonly name: string }>(
  Object.entries<Endpoint>(catalogue).map(([name, each]) => [
    `${each.venue} ${each.method} ${each.path}`,
    { name, ...each },
  ]),
);
const settings = { spotUrl: '', futuresUrl: '', headerPrefix: 'SVC', keyVersion: '2' } as const;
/** Every call of the client, `group.name`. */
const calls = new Set(
  Object.entries<object>({ ...createClient(settings, null) }).flatMap(([group, functions]) =>
    Object.keys(functions).map(name => `${group}.${name}`),
  ),
);
const handlerSources = readFileSync(new URL('../practice/http/spot/reference.ts', import.meta.url), 'utf8');
const rights: Readonly<Record<string, string>> = { public: 'none', InnerTransfer: 'transfer' };

/** A list is walked by a call of its own: `allOrders` beside `orders`, `all` beside `list`. */
function walkOf(call: string): string {
  const [group = '', name = ''] = call.split('.');
  return name === 'list' ? `${group}.all` : `${group}.all${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function checkRow([endpoint = '', call = '', handler = '', screen = '', tests = '']: readonly string[]): void {
  expect(calls.has(call), call).toBe(true);
  const served = practice.get(endpoint)?.handle.name;
  // what a factory makes has no name of its own
  expect(served === '' ? handlerSources.includes(`function ${handler}(`) : served === handler, endpoint).toBe(true);
  if (screen !== none) expect(existsSync(new URL(`../${screen}`, import.meta.url)), screen).toBe(true);
  const proof = readFileSync(new URL(`../${tests}`, import.meta.url), 'utf8');
  const isProved = [call, walkOf(call)].some(each => proof.includes(`client.${each}`));
  expect(isProved, `${call} in ${tests}`).toBe(true);
}

describe('the interface table', () => {
  it('matches the catalogue and the practice exchange together for all endpoints', () => {
    const rows = tableOf('All endpoints').map(([endpoint, byName, served]) => [endpoint, byName, served]);
    const names = [...new Set([...client.keys(), ...practice.keys()])].toSorted();
    expect(rows).toEqual(names.map(key => [key, client.get(key)?.name ?? none, practice.has(key) ? 'yes' : none]));
  });

  it('names in each row an existing function, handler, screen and test', () => {
    const rows = tableOf('Rows of the document');
    const documented = [...client].filter(([, each]) => each.source === 'document').map(([key]) => key);
    expect(rows.map(([endpoint = '']) => endpoint).toSorted()).toEqual(documented.toSorted());
    for (const row of rows) checkRow(row);
  });

  it('has the same weight, right and envelope on both sides', () => {
    for (const [key, served] of practice) {
      const asked = client.get(key);
      if (asked === undefined) continue;
      const { permission, pool, weight, envelope: body } = served;
      const right = rights[permission] ?? permission.toLowerCase();
      const shared = asked.isPoolDisputed === true ? pool : asked.pool;
      expect({ key, pool: shared, weight: asked.weight, right: asked.permission, body: asked.body }).toEqual({
        key,
        pool,
        weight,
        right,
        body,
      });
    }
  });
});
