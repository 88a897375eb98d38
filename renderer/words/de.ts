import { createCatalogue } from './catalogue.ts';
import messages from './de.json';

// thousands are set apart by a narrow space and never by a point: in the words of the exchange it is the decimal sign
// the page's first file takes it from here; it runs after this one
globalThis.fathomCatalogue = createCatalogue({
  language: 'de',
  messages,
  separators: { group: '\u202F', decimal: ',' },
});
