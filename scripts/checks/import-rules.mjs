/**
 * `npm run arch`: who may import whom, over all rooms. A blind cruiser is green, so it must have seen a believable number of
 * modules; that each rule can bark is proved by scripts/arch-canary.mjs.
 */
import { format } from 'dependency-cruiser';
import { root } from '../setup/stamp.mjs';
import { cruise } from './cruise.mjs';

const leastModules = 100;

const result = cruise(root);
const { output, exitCode } = await format(result, { outputType: 'err' });
console.log(typeof output === 'string' ? output.trim() : output);
const seen = result.summary.totalCruised;
if (seen < leastModules) console.log(`the cruiser saw only ${seen} modules: it is blind, not green`);
process.exitCode = exitCode === 0 && seen >= leastModules ? 0 : 1;
