import { kucoin, type ProfileCandidate } from '#shared/domain/profile/profile-candidate.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { isLoopbackOrigin } from '#shared/loopback.ts';
import { checkBaseUrl } from '#client/base-url.ts';

/** The candidate with both addresses as origins, or `invalid-request` naming the field. Nothing is dialled. */
export function checkCandidate(candidate: ProfileCandidate): Result<ProfileCandidate> {
  const spot = checkUrl(candidate.spotUrl, 'spotUrl');
  if (!spot.ok) return spot;
  const futures = checkUrl(candidate.futuresUrl, 'futuresUrl');
  if (!futures.ok) return futures;
  const checked = { ...candidate, spotUrl: spot.value, futuresUrl: futures.value };
  const problem = presetProblem(checked);
  return problem ?? succeed(checked);
}

function checkUrl(text: string, field: 'spotUrl' | 'futuresUrl'): Result<string> {
  const checked = checkBaseUrl(text.trim());
  if (checked.ok) return checked;
  const which = field === 'spotUrl' ? 'Spot address' : 'Futures address';
  return fail('invalid-request', `${which}: ${checked.error.message}`, { field });
}

function presetProblem(candidate: ProfileCandidate) {
  const { preset, spotUrl, futuresUrl, headerPrefix } = candidate;
  if (spotUrl === futuresUrl) {
    const message = 'Spot and futures need two addresses: they share paths, so one host cannot serve both.';
    return fail('invalid-request', message, { field: 'futuresUrl' });
  }
  if (preset === 'practice' && !(isLoopbackOrigin(spotUrl) && isLoopbackOrigin(futuresUrl))) {
    const message = 'The practice exchange is on this machine: its addresses begin with http://127.0.0.1.';
    return fail('invalid-request', message, { field: isLoopbackOrigin(spotUrl) ? 'futuresUrl' : 'spotUrl' });
  }
  if (preset !== 'kucoin') return null;
  if (!kucoin.addresses.some(known => known.spotUrl === spotUrl && known.futuresUrl === futuresUrl)) {
    const message = 'These are not the addresses of KuCoin. Use its own, or choose the custom preset.';
    return fail('invalid-request', message, { field: 'spotUrl' });
  }
  const message = `KuCoin uses the header prefix ${kucoin.headerPrefix}.`;
  return headerPrefix === kucoin.headerPrefix ? null : fail('invalid-request', message, { field: 'headerPrefix' });
}
