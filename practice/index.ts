/** The public entry of the practice exchange: what contract tests, benchmarks and stories may import of it. */
export { createFaultClient, type FaultClient } from './control/fault-client.ts';
export type { Fault } from './control/fault.ts';
export type { FeedRules } from './feed/connection/rules.ts';
export { dialects } from './http/endpoint/dialect.ts';
export { endpointsOf } from './http/endpoint-table.ts';
export type { FuturesPosition } from './futures/types.ts';
export { createWorld, type ReadyInfo, type World } from './world/world.ts';
