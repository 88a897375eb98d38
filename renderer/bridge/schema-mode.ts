import * as z from 'zod/mini';

/**
 * Must be imported before anything that builds a schema: the page's policy forbids code made from text, and zod would
 * otherwise try it once for each object schema, which the browser reports as a violation.
 */
z.config({ jitless: true });
