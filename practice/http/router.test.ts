import { describe, expect, it } from 'vitest';
import { createRouter } from './router.ts';

const router = createRouter([
  { method: 'GET', path: '/api/v1/orders/:orderId' },
  { method: 'DELETE', path: '/api/v1/orders/:orderId' },
  { method: 'POST', path: '/api/v1/orders' },
  { method: 'GET', path: '/api/v1/orders/4-client' },
  { method: 'GET', path: '/api/v1/orders/byClientOid/:clientOid' },
  { method: 'GET', path: '/api/v1/:any/byClientOid/details' },
]);

const find = (method: string, path: string) => {
  const found = router.find(method, path);
  return found === null ? null : [found.endpoint.path, found.parameters];
};

describe('a router', () => {
  it('finds an endpoint by method and path', () => {
    expect(find('POST', '/api/v1/orders')).toEqual(['/api/v1/orders', {}]);
    expect(find('DELETE', '/api/v1/orders/a1')).toEqual(['/api/v1/orders/:orderId', { orderId: 'a1' }]);
    expect(find('PUT', '/api/v1/orders')).toBeNull();
  });

  it('prefers a fixed part to a parameter, from left to right', () => {
    expect(find('GET', '/api/v1/orders/4-client')).toEqual(['/api/v1/orders/4-client', {}]);
    expect(find('GET', '/api/v1/orders/byClientOid/details')).toEqual([
      '/api/v1/orders/byClientOid/:clientOid',
      { clientOid: 'details' },
    ]);
  });

  it('rejects a word without a digit as an identifier of the exchange', () => {
    expect(find('GET', '/api/v1/orders/unknown')).toBeNull();
    expect(find('GET', '/api/v1/orders/byClientOid/word')).not.toBeNull();
  });

  it('decodes parameters, and rejects empty and too long ones', () => {
    expect(find('GET', '/api/v1/orders/byClientOid/a%2Fb%20c')).toEqual([
      '/api/v1/orders/byClientOid/:clientOid',
      { clientOid: 'a/b c' },
    ]);
    expect(find('GET', '/api/v1/orders/byClientOid/')).toBeNull();
    expect(find('GET', `/api/v1/orders/byClientOid/${'a'.repeat(200)}`)).not.toBeNull();
    expect(find('GET', `/api/v1/orders/byClientOid/${'a'.repeat(201)}`)).toBeNull();
  });

  it('distinguishes slashes and capitals', () => {
    for (const path of ['/api/v1/orders/', '//api/v1/orders', '/API/v1/orders']) expect(find('POST', path)).toBeNull();
  });

  it('lists the methods of a path', () => {
    expect(router.methodsAt('/api/v1/orders/a1')).toEqual(['GET', 'DELETE']);
    expect(router.methodsAt('/api/v1/nothing')).toEqual([]);
  });
});
