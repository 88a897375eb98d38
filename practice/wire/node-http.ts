/**
 * An import of the module would list all its names, and some of them bring a whole HTTP client and its websockets with
 * them: a tenth of the exchange's start, for two names.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
