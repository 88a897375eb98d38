import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createSay } from './say.ts';

it('console output continues after its reader has ended', async () => {
  const stream = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  const closed = new Promise(resolve => stream.on('close', resolve));
  const say = createSay(stream);
  say('first');
  await closed;
  say('second');
  // an unhandled error event fails the test run
  expect(stream.destroyed).toBe(true);
});
