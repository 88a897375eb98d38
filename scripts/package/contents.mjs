/** What may lie in a package: the build and what it runs on. */

/** Tests, sources and the like, recognised by the path or the name of a file. @type {readonly (readonly [RegExp, string])[]} */
const unwanted = [
  [/\.map$/, 'a source map'],
  [/\.[cm]?tsx?$/, 'a source file'],
  // what a licence asks for moves along
  [/(?:^|\/)(?!LICEN[CS]E)[^/]*\.(?:md|markdown|ya?ml)$/i, 'a text for developers'],
  [
    /(?:^|\/)(?:tests?|__tests__|testing|benchmarks?|examples?|docs|\.github)\//,
    'a test, an example or a text for developers',
  ],
  [/(?:^|\/)\.(?:gitattributes|gitignore|npmignore|editorconfig|jshintrc|husky\/)/, 'a text for developers'],
  [/\.(?:test|spec|bench)\.[cm]?js$/, 'a test'],
  [/(?:^|\/)\.env/, 'a file of secrets'],
  [/\.(?:pem|key|p12|pfx|keystore)$/, 'a file of secrets'],
  [/(?:^|\/)dist\/electron\/harness\.js$/, 'what tests start Fathom with'],
  [/(?:^|\/)\.fathom-stamp\.json$/, 'a stamp of the build'],
  [/(?:^|\/)dist\/compile-cache\//, 'what was compiled on this machine'],
  // the trace viewer, the recorder and the types of the driver: Fathom opens none of them
  [/(?:^|\/)playwright-core\/(?:lib\/vite|types)\//, 'a tool of the driver'],
];

/**
 * Why a file has no place in a package, or null.
 * @param {string} name with slashes, from the package's own root
 */
export function whyUnwanted(name) {
  return unwanted.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

const privateKey = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/;

/**
 * The confidential content of a file, or null: a private key, a path of the machine that packed it.
 * @param {string} text
 * @param {readonly string[]} paths folders of this machine
 */
export function findPrivateText(text, paths) {
  if (privateKey.test(text)) return 'holds a private key';
  const path = paths.find(each => text.includes(each));
  return path === undefined ? null : 'names a folder of the machine that packed it';
}
