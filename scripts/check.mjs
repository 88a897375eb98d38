/** `npm run check`: everything that is fast. No set-up, no window. */
import { fastStep, runSteps, unitStep } from './steps.mjs';

await runSteps([fastStep, unitStep]);
