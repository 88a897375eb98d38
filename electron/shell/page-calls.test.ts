import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, isProgram } from './chromium/find-browser.ts';
import {
  type ContractFolder,
  createContractFolder,
  inPage,
  type OpenedWindow,
  untilTrue,
} from './testing/contract-page.ts';
import { electronProgram, openChromium, openElectron } from './testing/contract-windows.ts';

/** Calls that are too large, or that cannot be written down: each is answered or thrown in the page, and main lives. */

const chromium = findBrowser({ platform: process.platform, environment: process.env, isProgram });
const electron = electronProgram();
let folder: ContractFolder;
beforeAll(() => {
  folder = createContractFolder();
});
afterAll(() => folder.remove());

const mib = 1024 * 1024;

for (const { title, open } of [
  { title: 'the Chromium shell', open: chromium === null ? null : () => openChromium(chromium, folder) },
  { title: 'the Electron shell', open: electron === null ? null : () => openElectron(electron, folder) },
]) {
  describe.skipIf(open === null)(open === null ? `${title} (skipped: its program is not here)` : title, () => {
    let opened: OpenedWindow;
    let page: Page;
    beforeAll(async () => {
      if (open === null) return;
      opened = await open();
      page = opened.page;
      await untilTrue(page, `document.body.textContent.includes('alive')`);
    });
    afterAll(() => opened?.close());
    const lives = async () => expect(await inPage(page, `desk.call('app.info', {})`)).toMatchObject({ ok: true });

    it.each([
      ['a large input', `'profiles.remove', { id: 'x'.repeat(${2 * mib}) }`],
      ['a very large input', `'profiles.remove', { id: 'x'.repeat(${64 * mib}) }`],
      ['a large name', `'x'.repeat(${2 * mib}), {}`],
      ['many keys', `'app.info', Object.fromEntries(Array.from({ length: 200000 }, (_, n) => ['k' + n, n]))`],
      ['a cycle', `'app.info', (() => { const it = {}; it.it = it; return it; })()`],
      ['a big integer', `'app.info', { n: 10n }`],
      ['a symbol for a name', `Symbol('x'), {}`],
      ['a getter that throws', `'app.info', { get x() { throw new Error('x'); } }`],
      ['a toJSON that throws', `'app.info', { toJSON() { throw new Error('x'); } }`],
      [
        'a deep nest',
        `'app.info', (() => { let it = {}; for (let n = 0; n < 100000; n += 1) it = { it }; return it; })()`,
      ],
    ])('a page call answers %s with a typed failure', async (_what, words) => {
      expect(await inPage(page, `desk.call(${words})`)).toMatchObject({
        ok: false,
        error: { kind: 'invalid-request', isOutcomeUnknown: false },
      });
      await lives();
    });

    it.each(['\\ud800', 'a\\udfffb', '\\ud800\\ud800'])(
      'a page call carries the lone surrogate %s in both directions',
      async text => {
        const echoed = await inPage(
          page,
          `desk.call('profiles.remove', { id: '${text}' }).then(reply => reply.value.id === '${text}' || reply.value.id.isWellFormed())`,
        );
        expect(echoed).toBe(true);
        await lives();
      },
    );

    it.each([
      `'\\ud800'`,
      `'["profiles.remove",{"id":"\\ud800"}]'`,
      `10n`,
      `Symbol('x')`,
      `undefined`,
      `null`,
      `'x'.repeat(${8 * mib})`,
      `'['.repeat(${mib})`,
      `{ toString() { throw new Error('x'); } }`,
      `(() => { const it = {}; it.it = it; return it; })()`,
      `'a', 'b', 'c'`,
    ])('the page survives %s passed to the raw binding', async words => {
      const outcome = await inPage(
        page,
        `typeof __fathomCall === 'undefined' ? 'none' : (async () => {
           const patience = new Promise(resolve => setTimeout(resolve, 1000, 'unanswered'));
           try { return await Promise.race([patience, __fathomCall(${words}).then(() => 'answered')]); } catch { return 'thrown'; }
         })()`,
      );
      expect(['none', 'answered', 'thrown', 'unanswered']).toContain(outcome);
      await lives();
    });

    it('the page survives nonsense passed to the lower binding', async () => {
      const names = await inPage(
        page,
        `(() => { const found = Object.getOwnPropertyNames(globalThis).filter(name => /^__(?:playwright|pw|fathom)/.test(name));
           for (const name of found) for (const word of ['', '{', 'x'.repeat(${2 * mib}), '\\ud800', '{"name":"__fathomCall","seq":1e999}', '{"name":"__fathomCall","seq":-1,"serializedArgs":[{"v":"NaN"}]}', '{"name":"toString","seq":1,"serializedArgs":5}'])
             try { void globalThis[name](word)?.catch?.(() => {}); } catch {}
           return found; })()`,
      );
      expect(names).toBeInstanceOf(Array);
      expect(names).not.toContain('__playwright__binding__');
      await lives();
    });

    it('the page survives nonsense passed to the binding of the trusted window', async () => {
      const trusted = await opened.openTrusted();
      await untilTrue(trusted.page, `document.body.textContent.includes('May it?')`);
      const names = await inPage(
        trusted.page,
        `(() => { const found = Object.getOwnPropertyNames(globalThis).filter(name => /^__(?:playwright|pw|fathom)/.test(name));
           for (const name of found) for (const word of ['', '{', '[1]', '[1,"reply"]', 'x'.repeat(${2 * mib}), '\\ud800', '{"name":"__fathomReply","seq":1e999}'])
             try { void globalThis[name](word)?.catch?.(() => {}); } catch {}
           return found; })()`,
      );
      expect(names).not.toContain('__playwright__binding__');
      expect(await inPage(trusted.page, `answered({ kind: 'confirm', typed: 'yes' })`)).toEqual({ kind: 'done' });
      await inPage(trusted.page, 'void window.trusted.close()').catch(() => {});
      await expect.poll(trusted.closed, { timeout: 20_000 }).toBe(true);
      await lives();
    });

    it.each<[string, () => unknown]>([
      ['a big integer', () => ({ n: 10n })],
      [
        'a cycle',
        () => {
          const cycle: Record<string, unknown> = {};
          cycle['cycle'] = cycle;
          return cycle;
        },
      ],
      [
        'a toJSON that throws',
        () => ({
          toJSON: () => {
            throw new Error('x');
          },
        }),
      ],
      ['nothing', () => undefined],
    ])('an event listener rejects %s and the page survives', async (_what, make) => {
      await opened.publish('link.changed', make()).catch(() => {});
      await lives();
    });

    it('an event carries lone surrogates and large payloads', async () => {
      await inPage(page, `void (window.last = null, desk.on('link.changed', payload => { window.last = payload; }))`);
      await opened.publish('link.changed', { profileId: '\ud800' });
      expect(await inPage(page, `window.last.profileId.length`)).toBe(1);
      await opened.publish('link.changed', { profileId: 'x'.repeat(8 * mib) });
      expect(await inPage(page, `window.last.profileId.length`)).toBe(8 * mib);
      await lives();
    });
  });
}
