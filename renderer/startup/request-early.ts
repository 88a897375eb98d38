import { startDeferral } from '#bridge/reads/deferral.ts';
import { sendEarly } from '#bridge/reads/early-calls.ts';

/** Must be imported before everything else: main answers while the page still reads its own modules. */
startDeferral(sendEarly(['profiles.list', 'viewSettings.read']));
