import { expect, it } from 'vitest';
import { isLoopbackHost, isLoopbackOrigin } from './loopback.ts';

it.each(['127.0.0.1', '127.9.8.7', '[::1]'])('%s is this machine', host => {
  expect(isLoopbackHost(host)).toBe(true);
  expect(isLoopbackOrigin(`http://${host}:8080`)).toBe(true);
});

it.each(['127.evil.com', '127.0.0.1.evil.com', 'localhost', '10.0.0.1', '::1', ''])('%j is not', host => {
  expect(isLoopbackHost(host)).toBe(false);
  expect(isLoopbackOrigin(`https://${host}`)).toBe(false);
});

it.each(['http://127.0.0.1:1@evil.com', 'http://127.0.0.1:1/path', 'ftp://127.0.0.1', 'http://user@127.0.0.1:1'])(
  '%j is no origin of this machine',
  text => {
    expect(isLoopbackOrigin(text)).toBe(false);
  },
);
