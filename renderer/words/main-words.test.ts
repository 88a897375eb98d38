import { expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import german from './de.json';
import { verbatim } from './sentences.ts';

/** Sentences as main builds them, translated with the German catalogue of the page. */

const { translate, translateMessages } = createCatalogue({
  language: 'de',
  separators: { group: '\u202F', decimal: ',' },
  messages: german,
});

it.each([
  [
    'one that carries another',
    'Nothing was sent. This order has a value of 120,000.5 USDT; the largest order of this profile is 50,000 USDT.',
    'Nichts wurde gesendet. Diese Order hat einen Wert von 120\u202F000,5 USDT; die größte Order dieses Profils ist 50\u202F000 USDT.',
  ],
  [
    'a list, and a reason behind it',
    'The account is loading again after sleep or a reconnect. Until then Fathom sends only cancels. Pending: spot orders, futures stops. The last try failed: The exchange did not answer in time.',
    'Das Konto wird nach Ruhezustand oder Neuverbindung neu geladen. Bis dahin sendet Fathom nur Stornos. Ausstehend: Spot-Orders, Futures-Stopps. Der letzte Versuch schlug fehl: Die Börse hat nicht rechtzeitig geantwortet.',
  ],
  [
    'one without what may stand at its end',
    'The account is loading again after sleep or a reconnect. Until then Fathom sends only cancels. Pending: spot orders.',
    'Das Konto wird nach Ruhezustand oder Neuverbindung neu geladen. Bis dahin sendet Fathom nur Stornos. Ausstehend: Spot-Orders.',
  ],
  [
    'two after each other',
    'The stop has fired. The order was cancelled.',
    'Der Stopp hat ausgelöst. Die Order wurde storniert.',
  ],
  ['what an act is', 'Buy 0.5 BTC-USDT at 97123.4', '0,5 BTC-USDT zu 97123,4 kaufen'],
  [
    'a batch, each order by itself',
    '12 orders: Buy 0.5 BTC-USDT at 97000; Sell 1 ETH-USDT at market; and 10 more',
    '12 Orders: 0,5 BTC-USDT zu 97000 kaufen; 1 ETH-USDT zum Markt verkaufen; und 10 weitere',
  ],
  [
    'a transfer to somebody else',
    'Move 5 USDT from isolated BTC-USDT to main of sub-account 77',
    '5 USDT von isoliert BTC-USDT nach Haupt des Unterkontos 77 umbuchen',
  ],
  ['both exits of a contract', 'Cancel pair a1 and b2 of XBTUSDTM', 'Paar a1 und b2 von XBTUSDTM stornieren'],
  [
    'two sentences as one value',
    'The timed cancel could not be renewed: The exchange did not answer in time. The exchange cancels all spot orders at 2026-01-02T03:04:05.000Z.',
    'Das zeitgesteuerte Storno konnte nicht erneuert werden: Die Börse hat nicht rechtzeitig geantwortet. Die Börse storniert um 2026-01-02T03:04:05.000Z alle Spot-Orders.',
  ],
  [
    'the end of the kill switch',
    '3 orders cancelled. Not confirmed: 2 spot orders are still open (The exchange did not answer in time.); futures stops could not be read (The exchange did not answer in time.).',
    '3 Orders storniert. Nicht bestätigt: 2 Spot-Orders noch offen (Die Börse hat nicht rechtzeitig geantwortet.); Futures-Stopps nicht lesbar (Die Börse hat nicht rechtzeitig geantwortet.).',
  ],
  [
    'acts that are awaited, each by itself',
    'Fathom is looking up earlier actions after sleep or a reconnect and sends only cancels until then. Pending: Buy 0.5 BTC-USDT at 97000; Cancel order a1 of BTC-USDT; and 2 more.',
    'Fathom prüft nach Ruhezustand oder Neuverbindung frühere Aktionen und sendet bis dahin nur Stornos. Ausstehend: 0,5 BTC-USDT zu 97000 kaufen; Order a1 von BTC-USDT stornieren; und 2 weitere.',
  ],
  ['a topic', 'order book BTC-USDT', 'Orderbuch BTC-USDT'],
  ['a topic of two words', 'candles BTC-USDT 15min', 'Kerzen BTC-USDT 15min'],
  ['a figure alone', '1,250 USDT', '1\u202F250 USDT'],
])('main texts: translates %s', (_, english, words) => expect(translate(english)).toBe(words));

it.each([
  [
    'the exchange on a topic',
    'The exchange rejected the topic /x: The stop has fired.',
    'Die Börse hat das Thema /x abgelehnt: The stop has fired.',
  ],
  ['the exchange alone', 'Too many open orders', 'Too many open orders'],
  [
    'a profile',
    'The profile Cancel is read-only, so nothing was sent.',
    'Das Profil Cancel ist nur lesend, deshalb wurde nichts gesendet.',
  ],
])('main texts: leaves the text of %s unchanged', (_, english, words) => expect(translate(english)).toBe(words));

it('main texts: gives adjacent values to the first placeholder, in any order of the language', () => {
  const { translate: translateGerman } = createCatalogue({
    language: 'de',
    separators: { group: '\u202F', decimal: ',' },
    messages: { 'Cancel all orders of {0}{1}': 'Von {0} alle Orders stornieren{1}' },
  });
  expect(translateGerman('Cancel all orders of BTC-USDT (3)')).toBe('Von BTC-USDT (3) alle Orders stornieren');
});

it('main texts: every fixed part is part of a message', () => {
  for (const id of verbatim) expect(Object.keys(german)).toContain(id);
});

it('main texts: translates events and answers of main, and nothing else of them', () => {
  const noticed = { profileId: 'The stop has fired.', message: 'The stop has fired.' };
  expect(translateMessages('account.noticed', noticed)).toEqual({ ...noticed, message: 'Der Stopp hat ausgelöst.' });
  const row = { reason: 'The exchange does not have them.', scope: 'spot-stops' };
  expect(translateMessages('killSwitch.changed', { run: { rows: [row] } })).toEqual({
    run: { rows: [{ ...row, reason: 'Die Börse hat sie nicht.' }] },
  });
  const partial = {
    kind: 'partial',
    missing: [{ part: 'the USDT futures wallet', reason: 'The order was cancelled.' }],
  };
  expect(
    translateMessages('account.changed', { status: { detail: null, error: null, completeness: partial } }),
  ).toEqual({
    status: {
      detail: null,
      error: null,
      completeness: {
        kind: 'partial',
        missing: [{ part: 'die USDT-Futures-Wallet', reason: 'Die Order wurde storniert.' }],
      },
    },
  });
});

it('main texts: shows the audit journal as it was written', () => {
  const rows = [{ summary: 'Cancel everything and freeze', detail: 'The stop has fired.' }];
  expect(translateMessages('audit.list', rows)).toBe(rows);
});
