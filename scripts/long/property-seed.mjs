/**
 * The random cases of all property tests start from one seed: two runs of the same code have the same result. The long
 * run chooses a new seed each time (`FATHOM_PROPERTY_SEED`). fast-check prints the seed of a case that fails.
 */
import fc from 'fast-check';

const seed = Number(process.env['FATHOM_PROPERTY_SEED'] ?? 1);
if (!Number.isInteger(seed)) throw new Error('FATHOM_PROPERTY_SEED must be a whole number');

fc.configureGlobal({ seed });
