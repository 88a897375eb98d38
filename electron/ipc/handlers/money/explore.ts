import type { Handlers } from '../../gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

type ExploreHandlerOptions = Pick<HandlerOptions, 'explorer'> & {
  readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount'>;
  readonly exports: Pick<HandlerOptions['exports'], 'reserve'>;
};
type Names = 'archive.search' | 'archive.count' | 'archive.order' | 'archive.export';

/** Archived rows of the open account. */
export function exploreHandlers({ profiles, explorer, exports }: ExploreHandlerOptions): Pick<Handlers, Names> {
  return {
    'archive.search': search => profiles.onAccount(search.profileId, () => explorer.search(search)),
    'archive.count': filter => profiles.onAccount(filter.profileId, () => explorer.count(filter)),
    'archive.order': question => profiles.onAccount(question.profileId, () => explorer.order(question)),
    'archive.export': question => {
      const reserve = () => exports.reserve(`archive-${question.view}`, question.format);
      return profiles.onAccount(question.profileId, () => explorer.export(question, reserve));
    },
  };
}
