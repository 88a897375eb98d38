/** `npm run check`: everything that is fast. No set-up, no window. */
import { fastSteps, runSteps, unitStep } from './steps.mjs';

runSteps([...fastSteps, unitStep]);
