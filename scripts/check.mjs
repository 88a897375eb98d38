/** `npm run check`: the static checks, and the tests related to what changed. No set-up, no window. */
import { changedStep, fastStep, runSteps } from './steps.mjs';

await runSteps([fastStep, changedStep]);
