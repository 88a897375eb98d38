import { firstOversight, type Oversight, type OversightRule } from '#shared/domain/account/oversight.ts';
import type { SubAccountFutures } from '#shared/domain/account/account.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { completenessOf, futuresWalletName, unreadablePart } from '#shared/domain/completeness.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { sum } from '#shared/decimal.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { NamedOverview } from '#client/types.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import type { Handlers } from '../../gate.ts';
import { linkQuestion, splitLinks } from './link-question.ts';
import { asPatient, type HandlerOptions, type ListAnswer } from '../handler-options.ts';

type Names =
  | 'accounts.subFutures'
  | 'oversight.read'
  | 'oversight.save'
  | 'presence.read'
  | 'overseen.read'
  | 'overseen.look';

interface OversightHandlerOptions
  extends Pick<HandlerOptions, 'settings' | 'presence' | 'overseen' | 'publishToOthers' | 'askUser' | 'auditNotes'> {
  readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount' | 'find'>;
}

/** What an overseer reads beside the lists of sub-accounts, and what they have chosen. */
export function oversightHandlers(options: OversightHandlerOptions): Pick<Handlers, Names> {
  const { profiles, settings, presence, overseen, publishToOthers } = options;
  return {
    'accounts.subFutures': ({ profileId, currencies }) =>
      profiles.onAccount(profileId, ({ client }) => futuresOfSubs(client, currencies)),
    'oversight.read': ({ profileId }) => {
      const { oversight } = settings.read();
      return Promise.resolve(succeed((Object.hasOwn(oversight, profileId) ? oversight[profileId] : null) ?? null));
    },
    'presence.read': ({ profileId }) => Promise.resolve(succeed(presence.read(profileId))),
    'overseen.read': ({ profileId }) => Promise.resolve(succeed(overseen.read(profileId))),
    'overseen.look': ({ profileId, afterMs, look }, caller = mainWindowId) => {
      const profile = profiles.find(profileId);
      if (!profile.ok) return Promise.resolve(profile);
      const taken = overseen.look(profileId, { afterMs, look, isKept: profile.value.secretHome !== 'practice' });
      if (!taken.ok) return Promise.resolve(taken);
      const isTaken = taken.value;
      if (isTaken) publishToOthers('overseen.changed', { profileId, look }, caller);
      return Promise.resolve(succeed({ isTaken }));
    },
    'oversight.save': ({ profileId, oversight }) => saveOversight(profileId, oversight, options),
  };
}

function ruleName({ kind, percent, window, currency }: OversightRule): string {
  return `${kind} ${percent} % (${kind === 'drop' ? `${window}, ` : ''}${currency})`;
}

/** The rules that came and went, a sentence each. */
function ruleChanges(before: readonly OversightRule[], after: readonly OversightRule[]): readonly string[] {
  const [old, next] = [new Set(before.map(ruleName)), new Set(after.map(ruleName))];
  return [
    ...[...old].filter(each => !next.has(each)).map(each => `Oversight rule removed: ${each}.`),
    ...[...next].filter(each => !old.has(each)).map(each => `Oversight rule added: ${each}.`),
  ];
}

/** More at once no user can check in one question. */
const mostNewLinks = 20;

/** Keeps what needs no question at once, then asks for the links that are new. */
async function saveOversight(
  profileId: string,
  oversight: Oversight,
  { profiles, settings, askUser, auditNotes }: OversightHandlerOptions,
): Promise<Result<Record<string, never>>> {
  const read = (): Oversight | undefined => {
    const all = settings.read().oversight;
    return Object.hasOwn(all, profileId) ? all[profileId] : undefined;
  };
  const keep = (next: Oversight): Result<Record<string, never>> => {
    const before = read()?.rules ?? firstOversight.rules;
    const kept = settings.change({ oversight: { ...settings.read().oversight, [profileId]: next } });
    if (!kept.ok) return kept;
    for (const summary of ruleChanges(before, next.rules))
      auditNotes.note({ profileId, kind: 'oversight-rule', summary, state: 'done', detail: null });
    return succeed({});
  };
  const { kept, fresh } = splitLinks(read()?.links ?? {}, oversight.links);
  const freshCount = Object.keys(fresh).length;
  if (freshCount === 0) return keep(oversight);
  if (freshCount > mostNewLinks)
    return fail('invalid-request', `Link at most ${mostNewLinks} accounts at once. Nothing was saved.`);
  const owner = profiles.find(profileId);
  if (!owner.ok) return owner;
  const saved = keep({ ...oversight, links: kept });
  if (!saved.ok) return saved;
  const question = linkQuestion(owner.value, fresh, profiles.find);
  if (!question.ok) return question;
  return askUser(question.value, async () => {
    // settings that were saved while the question was open stay; the profile may have been removed
    const now = read() ?? oversight;
    const stillThere = Object.entries(fresh).filter(([, linkedId]) => profiles.find(linkedId).ok);
    return keep({ ...now, links: { ...now.links, ...Object.fromEntries(stillThere) } });
  });
}

/** The own account is in the exchange's answer too, under this name. */
const ownName = 'main';

function rowOf(overview: NamedOverview): SubAccountFutures {
  const { name, currency, accountEquity, availableBalance, positionMargin, orderMargin, frozenFunds } = overview;
  const held = sum([positionMargin, orderMargin, frozenFunds]);
  return { name, currency, equity: accountEquity, available: availableBalance, held };
}

/** A currency without an answer is missing and reported; only without any answer nothing is known. */
async function futuresOfSubs(
  client: ExchangeClient,
  currencies: readonly string[],
): Promise<Result<ListAnswer<SubAccountFutures>>> {
  const odd = collectUnreadable();
  const options = { ...asPatient, unreadable: odd.unreadable };
  const reads = await Promise.all(
    currencies.map(async currency => ({ currency, read: await client.futures.overviews({ currency }, options) })),
  );
  const items: SubAccountFutures[] = [];
  const missing: MissingPart[] = [];
  for (const { currency, read } of reads) {
    if (read.ok) items.push(...read.value.filter(({ name }) => name !== ownName).map(rowOf));
    else missing.push({ part: futuresWalletName(currency), reason: read.error.message, asOfMs: null });
  }
  const [first] = reads;
  if (first !== undefined && missing.length === reads.length && !first.read.ok) return first.read;
  missing.push(...unreadablePart('sub-account', odd.all()));
  return succeed({ items, completeness: completenessOf(missing), asOfMs: Date.now() });
}
