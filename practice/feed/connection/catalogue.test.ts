import { describe, expect, it } from 'vitest';
import { createTopicCatalogue } from './catalogue.ts';
import { createFakeTopic } from '../testing/fake-topics.ts';

const topics = {
  spot: [
    createFakeTopic({ prefix: '/books' }),
    createFakeTopic({ prefix: '/orders', audience: 'private', symbols: 'none' }),
    createFakeTopic({ prefix: '/tickers', symbols: 'optional' }),
  ],
  futures: [createFakeTopic({ prefix: '/contracts' })],
};
const catalogue = createTopicCatalogue(topics, 3);

function namesOf(text: string, isLoggedIn = false): readonly string[] {
  const resolved = catalogue.resolve('spot', text, isLoggedIn);
  if (!resolved.ok) throw new Error(resolved.rejection.words);
  return resolved.subscriptions.map(({ name }) => name);
}

describe('createTopicCatalogue', () => {
  it('resolves every symbol of a list once', () => {
    expect(namesOf('/books:A,B,A')).toEqual(['/books:A', '/books:B']);
    expect(namesOf('/tickers')).toEqual(['/tickers']);
    expect(namesOf('/tickers:A')).toEqual(['/tickers:A']);
    expect(namesOf('/orders', true)).toEqual(['/orders']);
  });

  it.each([
    ['/nowhere', 404, 'topic /nowhere is not found'],
    ['/nowhere:A', 404, 'topic /nowhere:A is not found'],
    ['/contracts:A', 404, 'topic /contracts:A is not found'],
    ['/books:A,NO-SUCH', 404, 'topic /books:NO-SUCH is not found'],
    ['/books', 400, 'topic /books is invalid'],
    ['/books:', 400, 'topic /books: is invalid'],
    ['/books:A,', 400, 'topic /books:A, is invalid'],
    ['/orders', 403, 'login is required'],
    ['/books:A,B,C,D', 509, 'exceed max subscription count limitation of 3 per time'],
  ])('rejects %s', (text, code, words) => {
    expect(catalogue.resolve('spot', text, false)).toMatchObject({ ok: false, rejection: { code, words } });
  });

  it('rejects a symbol of a topic without symbols', () => {
    expect(catalogue.resolve('spot', '/orders:A', true)).toMatchObject({ ok: false, rejection: { code: 404 } });
  });

  it('separates the venues', () => {
    expect(catalogue.resolve('futures', '/contracts:A', false).ok).toBe(true);
    expect(catalogue.resolve('futures', '/books:A', false).ok).toBe(false);
  });

  it('rejects two topics of one prefix', () => {
    const twice = { spot: [createFakeTopic({ prefix: '/a' }), createFakeTopic({ prefix: '/a' })], futures: [] };
    expect(() => createTopicCatalogue(twice, 3)).toThrow('share a prefix');
  });
});
