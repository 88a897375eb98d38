/**
 * `npm run arch`: checks the imports of all layers. A cruiser that parses nothing reports no violation, so it must have seen
 * at least `leastModules`. scripts/arch-canary.mjs proves that each rule finds a violation.
 */
import { format } from 'dependency-cruiser';
import { root } from '../setup/stamp.mjs';
import { cruise } from './cruise.mjs';

const leastModules = 100;

const result = cruise(root);
const { output, exitCode } = await format(result, { outputType: 'err' });
console.log(typeof output === 'string' ? output.trim() : output);
const seen = result.summary.totalCruised;
if (seen < leastModules)
  console.log(
    `the cruiser saw only ${seen} modules, at least ${leastModules} are expected: it does not parse the sources`,
  );
process.exitCode = exitCode === 0 && seen >= leastModules ? 0 : 1;
