import { nodeSwitches, openBridges, withoutNative } from '../run/run-fathom.mjs';

/**
 * `fathom` of a package: the Chromium shell on the Node inside, in the environment that `npm start` gives it. No core dump,
 * nothing that Node would read before our first line; what V8 compiled is kept where only the user writes.
 */
export const launcher = `#!/bin/sh
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
ulimit -c 0
unset ${[...openBridges].join(' ')}
export ${Object.entries(withoutNative)
  .map(([name, value]) => `${name}=${value}`)
  .join(' ')}
if [ -n "\${HOME:-}" ]; then
  export NODE_COMPILE_CACHE="\${XDG_CACHE_HOME:-$HOME/.cache}/fathom/compile-cache"
fi
exec "$here/bin/node" ${nodeSwitches.join(' ')} "$here/dist/electron/main.js" "$@"
`;
