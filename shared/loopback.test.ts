import { expect, it } from 'vitest';
import { isLoopbackHost, isLoopbackOrigin } from './loopback.ts';

it.each(['127.0.0.1', '127.9.8.7', '127.255.250.199', '[::1]'])('loopback check accepts %s as this machine', host => {
  expect(isLoopbackHost(host)).toBe(true);
  expect(isLoopbackOrigin(`http://${host}:8080`)).toBe(true);
});

const others = ['127.evil.com', '127.0.0.1.evil.com', '127.0.0.300', '127.0.0.256', '127.0.0.01', '127.0.0.1\n'];

it.each([...others, 'localhost', '10.0.0.1', '::1', ''])('loopback check rejects %j as this machine', host => {
  expect(isLoopbackHost(host)).toBe(false);
  expect(isLoopbackOrigin(`https://${host}`)).toBe(false);
});

it.each(['http://127.0.0.1:1@evil.com', 'http://127.0.0.1:1/path', 'ftp://127.0.0.1', 'http://user@127.0.0.1:1'])(
  'loopback check rejects %j as an origin of this machine',
  text => {
    expect(isLoopbackOrigin(text)).toBe(false);
  },
);
