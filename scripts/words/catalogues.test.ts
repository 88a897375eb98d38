import { expect, it } from 'vitest';
import { judgeCatalogue, messageIds, readCatalogues } from './catalogues.mjs';

const files = new Map([
  ['electron/trading/b.ts', "const detail = `Nothing was sent. ${why}`; db.exec('PRAGMA quick_check');"],
  ['electron/log/c.ts', "const line = 'A line of the log.';"],
  ['shared/d.ts', 'export const d = t`Too thin`;'],
  ['renderer/a.ts', 'export const a = t`Order book`; export const b = t`${n} of ${m}`;'],
  ['renderer/a.test.ts', 'export const a = t`Not of the page`;'],
  ['renderer/words/de.json', '{"Order book":"Orderbuch"}'],
]);
const ids = messageIds(files);
const ofMain = { 'Nothing was sent. {0}': 'Nichts wurde gesendet. {0}', 'Too thin': 'Zu dünn' };

it('catalogue contains the messages of the page and of main to the page, and nothing else', () => {
  expect([...ids].toSorted()).toEqual(['Nothing was sent. {0}', 'Order book', 'Too thin', '{0} of {1}']);
  expect([...readCatalogues(files).keys()]).toEqual(['renderer/words/de.json']);
});

it.each([
  [{ 'Order book': 'Orderbuch' }, ['has no words for “{0} of {1}”']],
  [{ 'Order book': '', '{0} of {1}': '{0} von {1}' }, ['has no words for “Order book”']],
  [{ 'Order book': 'Orderbuch', '{0} of {1}': 'von {1}' }, ['has other values in “{0} of {1}” than the English']],
  [
    { 'Order book': 'Orderbuch', '{0} of {1}': '{1}: {0}', Gone: 'Weg' },
    ['has words for “Gone”, which is no longer used'],
  ],
])('catalogue check reports the errors of a catalogue', (messages, faults) =>
  expect(judgeCatalogue(ids, { ...ofMain, ...messages })).toEqual(faults),
);
