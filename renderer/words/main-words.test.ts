import { expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';
import german from './de.json';
import { verbatim } from './sentences.ts';

/** Sentences as main puts them together, told by the German catalogue that the page has. */

const { translate, tell } = createCatalogue({
  language: 'de',
  separators: { group: '\u202F', decimal: ',' },
  messages: german,
});

it.each([
  [
    'one that carries another',
    'Nothing was sent. This order is worth 120,000.5 USDT; the largest order of this profile is 50,000 USDT.',
    'Nichts wurde gesendet. Dieser Auftrag ist 120\u202F000,5 USDT wert; der größte Auftrag dieses Profils ist 50\u202F000 USDT.',
  ],
  [
    'a list, and a reason behind it',
    'After sleep or a reconnect the account is being read anew. Until then only cancels are sent. Awaited: spot orders, futures stops. The last try failed: The exchange did not answer in time.',
    'Nach Ruhezustand oder neuer Verbindung wird das Konto neu gelesen. Bis dahin werden nur Stornierungen gesendet. Erwartet: Spot-Aufträge, Futures-Stopps. Der letzte Versuch schlug fehl: Die Börse hat nicht rechtzeitig geantwortet.',
  ],
  [
    'one without what may stand at its end',
    'After sleep or a reconnect the account is being read anew. Until then only cancels are sent. Awaited: spot orders.',
    'Nach Ruhezustand oder neuer Verbindung wird das Konto neu gelesen. Bis dahin werden nur Stornierungen gesendet. Erwartet: Spot-Aufträge.',
  ],
  [
    'two after each other',
    'The stop has fired. The order was cancelled.',
    'Der Stopp hat ausgelöst. Der Auftrag wurde storniert.',
  ],
  ['what an act is', 'Buy 0.5 BTC-USDT at 97123.4', '0,5 BTC-USDT zu 97123,4 kaufen'],
  [
    'a batch, each order by itself',
    '12 orders: Buy 0.5 BTC-USDT at 97000; Sell 1 ETH-USDT at market; and 10 more',
    '12 Aufträge: 0,5 BTC-USDT zu 97000 kaufen; 1 ETH-USDT zum Markt verkaufen; und 10 weitere',
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
    'Das zeitgesteuerte Storno konnte nicht erneuert werden: Die Börse hat nicht rechtzeitig geantwortet. Die Börse storniert um 2026-01-02T03:04:05.000Z alle Spot-Aufträge.',
  ],
  [
    'the end of the kill switch',
    '3 orders are gone. Not clear: 2 spot orders are left (The exchange did not answer in time.); futures stops could not be read (The exchange did not answer in time.).',
    '3 Aufträge sind weg. Nicht klar: 2 Spot-Aufträge übrig (Die Börse hat nicht rechtzeitig geantwortet.); Futures-Stopps nicht lesbar (Die Börse hat nicht rechtzeitig geantwortet.).',
  ],
  [
    'acts that are awaited, each by itself',
    'After sleep or a reconnect earlier acts are still being looked up. Until then only cancels are sent. Awaited: Buy 0.5 BTC-USDT at 97000; Cancel order a1 of BTC-USDT; and 2 more.',
    'Nach Ruhezustand oder neuer Verbindung werden frühere Handlungen noch nachgesehen. Bis dahin werden nur Stornierungen gesendet. Erwartet: 0,5 BTC-USDT zu 97000 kaufen; Auftrag a1 von BTC-USDT stornieren; und 2 weitere.',
  ],
  ['a topic', 'order book BTC-USDT', 'Orderbuch BTC-USDT'],
  ['a topic of two words', 'candles BTC-USDT 15min', 'Kerzen BTC-USDT 15min'],
  ['a figure alone', '1,250 USDT', '1\u202F250 USDT'],
])('tells %s', (_, english, words) => expect(translate(english)).toBe(words));

it.each([
  [
    'the exchange on a topic',
    'The exchange refused the topic /x: The stop has fired.',
    'Die Börse hat das Thema abgelehnt /x: The stop has fired.',
  ],
  ['the exchange alone', 'Too many open orders', 'Too many open orders'],
  [
    'a profile',
    'The profile Cancel is read-only, so nothing was sent.',
    'Das Profil Cancel ist nur lesend, deshalb wurde nichts gesendet.',
  ],
])('leaves the words of %s as they came', (_, english, words) => expect(translate(english)).toBe(words));

it('gives what two values side by side stand for to the first, wherever the language puts it', () => {
  const { translate: told } = createCatalogue({
    language: 'de',
    separators: { group: '\u202F', decimal: ',' },
    messages: { 'Cancel all orders of {0}{1}': 'Von {0} alle Aufträge stornieren{1}' },
  });
  expect(told('Cancel all orders of BTC-USDT (3)')).toBe('Von BTC-USDT (3) alle Aufträge stornieren');
});

it('every place of words that nobody may change is one of a message', () => {
  for (const id of verbatim) expect(Object.keys(german)).toContain(id);
});

it('tells what main says in events and answers, and nothing else of them', () => {
  const noticed = { profileId: 'The stop has fired.', message: 'The stop has fired.' };
  expect(tell('account.noticed', noticed)).toEqual({ ...noticed, message: 'Der Stopp hat ausgelöst.' });
  const row = { reason: 'The exchange does not have them.', scope: 'spot-stops' };
  expect(tell('killSwitch.changed', { run: { rows: [row] } })).toEqual({
    run: { rows: [{ ...row, reason: 'Die Börse hat sie nicht.' }] },
  });
  const partial = {
    kind: 'partial',
    missing: [{ part: 'the USDT futures wallet', reason: 'The order was cancelled.' }],
  };
  expect(tell('account.changed', { status: { detail: null, error: null, completeness: partial } })).toEqual({
    status: {
      detail: null,
      error: null,
      completeness: {
        kind: 'partial',
        missing: [{ part: 'die USDT-Futures-Wallet', reason: 'Der Auftrag wurde storniert.' }],
      },
    },
  });
});

it('shows the audit journal as it was written', () => {
  const rows = [{ summary: 'Cancel everything and freeze', detail: 'The stop has fired.' }];
  expect(tell('audit.list', rows)).toBe(rows);
});
