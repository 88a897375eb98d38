/** `node scripts/checksums.mjs FOLDER`: writes SHA256SUMS of the packages in it, as `sha256sum --check` reads them. */
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const isPackage = /\.(?:AppImage|tar\.gz|dmg|exe|deb|cdx\.json)$/;

/** @param {string} file */
async function checksumOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const [folder = 'build'] = process.argv.slice(2);
const names = readdirSync(folder)
  .filter(name => isPackage.test(name))
  .toSorted();
if (names.length === 0) throw new Error(`there is no package in ${folder}`);
const lines = await Promise.all(names.map(async name => `${await checksumOf(join(folder, name))}  ${name}\n`));
writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
process.stdout.write(lines.join(''));
