import { putBookFirst } from './book-first.ts';
import { askEarly } from './early-calls.ts';

/** Must be imported before everything else: main answers while the page still reads its own modules. */
putBookFirst(askEarly(['profiles.list', 'viewSettings.read']));
