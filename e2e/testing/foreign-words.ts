import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { activeProfileId, askDesk } from '../desk-calls.ts';
import { root } from './fathom-fixture.ts';

/** What is called by a name of its own and stays as it is in every language, by whom it is called so. */
const names = {
  fathom: 'Fathom Deutsch English Practice chromium test',
  exchange: 'All InnerTransfer General public management withdraw',
  // what the orders and withdrawals of the practice account remark
  practice: 'weekly week low take profit',
  keyboard: 'Ctrl Alt Shift Enter Esc Escape Tab Backspace Delete Space',
} as const;

const wordsOf = (text: string) => text.match(/\p{L}[\p{L}\p{N}’'_-]*/gu) ?? [];
const allowed = new Set(Object.values(names).flatMap(all => wordsOf(all.toLowerCase())));
/** What is shortened in its middle, addresses of mail, and endpoints. */
const noWords = /\S*[…@]\S+|\b(?:POST|DELETE) \S+|\bv\d\/\S+/g;
/** Symbols, codes and ids: capitals and digits. */
const isCode = (word: string) => /^[A-Z0-9_-]+$|\d/.test(word) || word.length < 2;

/** Every word that the German catalogue says. */
function germanWords(): ReadonlySet<string> {
  const catalogue: unknown = JSON.parse(readFileSync(join(root, 'renderer/words/de.json'), 'utf8'));
  const said: readonly unknown[] = typeof catalogue === 'object' && catalogue !== null ? Object.values(catalogue) : [];
  return new Set(said.flatMap(text => (typeof text === 'string' ? wordsOf(text.toLowerCase()) : [])));
}

/** All that the page says to eyes, pointers and screen readers: each text by itself. */
function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const said = ['title', 'aria-label', 'aria-description', 'placeholder', 'alt'];
    const texts: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || element.closest('code, pre, kbd, script, style') !== null) continue;
      for (const name of said) texts.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.textContent ?? '');
    }
    return texts;
  });
}

/** What the sub-accounts are called, and what is remarked about them. */
async function accountNames(page: Page): Promise<ReadonlySet<string>> {
  const answer = await askDesk(page, 'accounts.subAccounts', { profileId: await activeProfileId(page) });
  const published = [...JSON.stringify(answer).matchAll(/"(?:name|remarks)":"([^"]*)"/g)].map(([, text]) => text ?? '');
  if (published.length === 0) throw new Error('no sub-account is published');
  return new Set(published.flatMap(text => wordsOf(text.toLowerCase())));
}

/** The texts of a German page with a word that is neither German nor a name, behind those words. */
export async function foreignWords(page: Page): Promise<readonly string[]> {
  const german = new Set([...germanWords(), ...(await accountNames(page))]);
  return [...new Set(await textsOf(page))].flatMap(text => {
    const foreign = wordsOf(text.replaceAll(noWords, '')).filter(
      word => !isCode(word) && !german.has(word.toLowerCase()) && !allowed.has(word.toLowerCase()),
    );
    return foreign.length === 0 ? [] : [`${foreign.join(', ')}: “${text.trim().slice(0, 120)}”`];
  });
}
