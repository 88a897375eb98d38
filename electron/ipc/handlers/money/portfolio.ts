import type { Handlers } from '../../gate.ts';
import type { HandlerOptions } from '../handler-options.ts';

/** Value over time of the open account and its sub-accounts, from the archive. */
export function portfolioHandlers({
  profiles,
  portfolios,
}: Pick<HandlerOptions, 'portfolios'> & { readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount'> }): Pick<
  Handlers,
  'portfolio.read' | 'portfolio.rows' | 'portfolio.compare' | 'portfolio.accounts'
> {
  return {
    'portfolio.read': question =>
      profiles.onAccount(question.profileId, ({ client }) => portfolios.read(question, client)),
    'portfolio.rows': question =>
      profiles.onAccount(question.profileId, ({ client }) => portfolios.rows(question, client)),
    'portfolio.compare': question =>
      profiles.onAccount(question.profileId, ({ client }) => portfolios.compare(question, client)),
    'portfolio.accounts': question =>
      profiles.onAccount(question.profileId, ({ client }) => portfolios.trends(question, client)),
  };
}
