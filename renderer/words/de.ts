import { createCatalogue } from './catalogue.ts';
import messages from './de.json';

// the page's first file takes it from here; it runs after this one
globalThis.fathomCatalogue = createCatalogue({ language: 'de', messages, separators: { group: '.', decimal: ',' } });
