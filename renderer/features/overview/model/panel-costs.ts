import type { PoolWeights } from '#shared/domain/health.ts';
import type { ReadCost } from '#shared/domain/link.ts';
import { addWeights, lessWeights, noWeights, timesWeights, totalWeight, weightsAMinute } from './weights.ts';

/** Something that the screen asks the exchange for again and again. */
export interface ScreenRead {
  readonly kind: 'read' | 'list';
  /** of the read or of the list */
  readonly name: string;
  /** those that show it; null: what is no panel, as the header */
  readonly panels: ReadonlySet<string | null>;
  readonly cost: ReadCost;
  /** null: once, and then no more */
  readonly intervalMs: number | null;
}

/** What one panel costs, in weight a minute. */
export interface PanelCost {
  /** null: the window around the panels */
  readonly panel: string | null;
  readonly reads: readonly ScreenRead[];
  /** by how often what it shows is asked for */
  readonly declared: PoolWeights;
  /** what its reads really took in the last minute; a read of several panels is in each of them */
  readonly measured: PoolWeights;
  /** the requests that would end if it were closed */
  readonly saved: PoolWeights;
}

const declaredOf = ({ cost, intervalMs }: ScreenRead): PoolWeights => weightsAMinute(cost, intervalMs);

/** The part of all reads of one name that is this one's. */
function partOf(one: ScreenRead, all: readonly ScreenRead[]): number {
  const same = all.filter(({ kind, name }) => kind === 'read' && name === one.name);
  const whole = totalWeight(addWeights(same.map(declaredOf)));
  // those that are read once, and have been
  return whole === 0 ? 1 / same.length : totalWeight(declaredOf(one)) / whole;
}

export interface SpentByReads {
  readonly [name: string]: PoolWeights;
}

/** What each panel costs, the dearest first; the window around them last. */
export function panelCosts(all: readonly ScreenRead[], spent: SpentByReads): readonly PanelCost[] {
  const panels = new Set(all.flatMap(({ panels: each }) => [...each]));
  const costs = [...panels].map((panel): PanelCost => {
    const reads = all.filter(each => each.panels.has(panel));
    const calls = reads.filter(({ kind }) => kind === 'read');
    return {
      panel,
      reads,
      declared: addWeights(reads.map(declaredOf)),
      measured: addWeights(calls.map(each => timesWeights(spent[each.name] ?? noWeights, partOf(each, all)))),
      saved: addWeights(reads.filter(each => each.panels.size === 1).map(declaredOf)),
    };
  });
  const rank = ({ panel, declared }: PanelCost) => (panel === null ? -1 : totalWeight(declared));
  return costs.toSorted((a, b) => rank(b) - rank(a));
}

/** What all of it costs together, each read once however many panels show it. */
export function declaredTotal(all: readonly ScreenRead[]): PoolWeights {
  return addWeights(all.map(declaredOf));
}

/**
 * What was spent in the last minute by nothing that the page reads: lists of the account, books, the clock, actions.
 */
export function ownSpending(endpoints: readonly EndpointSpending[], spent: SpentByReads): PoolWeights {
  const whole = addWeights(endpoints.map(({ pool, weightAMinute }) => ({ ...noWeights, [pool]: weightAMinute })));
  return lessWeights(whole, addWeights(Object.values(spent)));
}

interface EndpointSpending {
  readonly pool: ReadCost['pool'];
  readonly weightAMinute: number;
}

/** What a panel would ask for. */
export interface Planned extends Omit<ScreenRead, 'panels'> {
  /** of another market than what is asked for already */
  readonly isOfOther: boolean;
}

/** What a panel would add: what is asked for already costs nothing more. */
export function addedBy(planned: readonly Planned[], all: readonly ScreenRead[]): PoolWeights {
  const known = new Set(all.map(({ kind, name }) => `${kind} ${name}`));
  const added = planned.filter(({ kind, name, isOfOther }) => isOfOther || !known.has(`${kind} ${name}`));
  return addWeights(added.map(({ cost, intervalMs }) => weightsAMinute(cost, intervalMs)));
}

/** What waits in a pool now, the most first: nothing, histories, all panels, everything. */
export type PoolStage = 'all-go' | 'histories-wait' | 'panels-wait' | 'shut';

export interface PoolLeft {
  readonly limit: number;
  readonly remaining: number;
  readonly isFrozen: boolean;
}

export interface KeptShares {
  readonly fromPanels: number;
  readonly fromPatient: number;
}

/** By the same shares by which main lets them wait. */
export function stageOf({ limit, remaining, isFrozen }: PoolLeft, { fromPanels, fromPatient }: KeptShares): PoolStage {
  if (isFrozen) return 'shut';
  if (remaining < limit * fromPanels) return 'panels-wait';
  return remaining < limit * fromPatient ? 'histories-wait' : 'all-go';
}
