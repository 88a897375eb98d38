import type { HeldKeys } from '#credentials/keyring/held-keys.ts';
import { practiceId, type ProfileList } from '#credentials/profiles.ts';
import type { LiveMarkets } from '#market/live-markets.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { createActionBudget } from '#policy/action-budget.ts';
import { createActionPolicy, type PolicyPrices } from '#policy/action-policy.ts';
import { type AllowancesOptions, openAllowances } from '#policy/allowances.ts';
import { defaultPolicy, practicePolicy } from '#shared/policy/policy.ts';
import type { Shell } from '#shell/shell.ts';
import { createTrustedPrompt } from '#trusted/prompt.ts';
import { type Foundation, must } from '../foundation.ts';

/** By the books of the profile that is open; no other sends anything. */
function pricesOf(live: LiveMarkets): PolicyPrices {
  return {
    book: async (profileId, market) => {
      const open = live.of(profileId);
      return open.ok ? open.value.actionPrices.book(market) : null;
    },
    rates: async (profileId, to, priority) => {
      const open = live.of(profileId);
      return open.ok ? open.value.actionPrices.rates(to, priority) : null;
    },
  };
}

/** Practice can lose nothing, so it begins wider; what the user then tightens counts there too. */
function defaultsOf(profileId: string) {
  return profileId === practiceId ? practicePolicy : defaultPolicy;
}

const monotonicMs = () => performance.now();

interface AskingOptions {
  readonly list: ProfileList;
  readonly keys: HeldKeys;
  readonly live: LiveMarkets;
  readonly notice: (message: string) => void;
}

/** Who asks the user in the trusted window, and what the user allowed there. Throws a sentence for the user. */
export function createAsking(
  { foundation, shell }: { readonly foundation: Foundation; readonly shell: Shell },
  { list, keys, live, notice }: AskingOptions,
) {
  const { dataDir, log, store } = foundation;
  const nowMs = Date.now;
  const openWindow: Shell['openTrusted'] = handlers => shell.openTrusted(handlers);
  const prompt = createTrustedPrompt({ openWindow, log, nowMs, monotonicMs });
  const isRoot = operatingSystem.isRoot();
  const onWritten = (cause: unknown) => store.health.report('settings', cause);
  const changeGrants: AllowancesOptions['changeGrants'] = (profile, change) =>
    keys.changeGrants(profile, kept => ({ ...kept, ...change(kept) }));
  const ask = prompt.ask;
  const allowances = must(openAllowances({ dataDir, ask, defaultsOf, changeGrants, isRoot, nowMs, notice, onWritten }));
  const { policyOf } = allowances;
  const actionLimitsOf = (profileId: string) => policyOf(profileId).acts;
  const budget = createActionBudget({ actionLimitsOf, monotonicMs, nowMs });
  const policy = createActionPolicy({
    policyOf,
    sentLately: budget.sentLately,
    journal: store.journal,
    prices: pricesOf(live),
    ask,
    profileOf: list.find,
    nowMs,
  });
  return { prompt, isRoot, allowances, budget, policy };
}
