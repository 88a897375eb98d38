import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { hearDevOrigin } from './dev-page.ts';

it('dev page uses the address of the parent process', async () => {
  const parent = new EventEmitter();
  const heard = hearDevOrigin(parent);
  parent.emit('message', { devUrl: 'http://127.0.0.1:5173/' });
  await expect(heard).resolves.toBe('http://127.0.0.1:5173');
  expect(parent.listenerCount('message')).toBe(0);
});

it.each([{ devUrl: 'http://evil.example:1' }, { devUrl: 1 }, 'http://127.0.0.1:1', null, {}])(
  'dev page uses no other address: %j',
  async message => {
    const parent = new EventEmitter();
    const heard = hearDevOrigin(parent);
    parent.emit('message', message);
    await expect(heard).rejects.toThrow('is for npm run dev');
  },
);

it('dev page has a time limit', async () => {
  await expect(hearDevOrigin(new EventEmitter(), 5)).rejects.toThrow('is for npm run dev');
});
