import type { Oversight } from '#shared/domain/account/oversight.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { AskUser } from '#policy/allowances.ts';

/** Which profile reads a sub-account, by the exchange's id of the sub-account. */
type Links = Oversight['links'];
type Question = Parameters<AskUser>[0];

export interface SplitLinks {
  /** those that were there before; they need no question */
  readonly kept: Links;
  /** those that let Fathom read another account with its own key; the user decides */
  readonly fresh: Links;
}

/** Separates links that were allowed before from new and changed ones. */
export function splitLinks(before: Links, after: Links): SplitLinks {
  const isKept = ([userId, profileId]: readonly [string, string]) =>
    Object.hasOwn(before, userId) && before[userId] === profileId;
  const entries = Object.entries(after);
  return {
    kept: Object.fromEntries(entries.filter(isKept)),
    fresh: Object.fromEntries(entries.filter(entry => !isKept(entry))),
  };
}

/** Asks whether `owner` may show other accounts, read with the keys of their own profiles. Kind `no-profile`. */
export function linkQuestion(
  owner: Profile,
  fresh: Links,
  find: (profileId: string) => Result<Profile>,
): Result<Question> {
  const entries = Object.entries(fresh);
  const facts: Question['facts'] = [];
  for (const [userId, profileId] of entries) {
    const profile = find(profileId);
    if (!profile.ok) return profile;
    const { name, keyHint } = profile.value;
    const key = keyHint === '' ? '' : `, key ends with ${keyHint}`;
    facts.push({ label: `Account ${userId}`, value: `read with the key of ${name}${key}` });
  }
  return succeed({
    kind: 'confirm',
    profileName: owner.name,
    colour: owner.colour,
    title: entries.length === 1 ? `Link an account to ${owner.name}` : `Link accounts to ${owner.name}`,
    facts,
    warning: `From now on Fathom shows the orders, fills, positions and movements of the linked account while ${owner.name} is open. It reads them with the key named above and sends nothing with it.`,
    typeBack: null,
    confirmLabel: 'Link',
  });
}
