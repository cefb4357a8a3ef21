/*
 * Finds the ffmpeg that tests of prepared videos use, or installs Debian's when permitted. Run the script to install; import
 * findFfmpeg() to use it.
 */
import { findProgram } from './chromium.mjs'
import { isEntry, installDebianPackages } from './debian-packages.mjs'

/** @returns {string | undefined} path of an executable, found by the product's own rule: FFMPEG when set, else on the PATH. */
export function findFfmpeg() {
  return findProgram('FFMPEG', ['ffmpeg'])
}

if (isEntry(import.meta.url)) {
  if (!findFfmpeg()) {
    installDebianPackages({
      packages: ['ffmpeg'],
      purpose: 'tests of prepared videos',
      otherwise: 'Set FFMPEG to the path of an ffmpeg.',
    })
  }
  console.log(findFfmpeg() ?? 'No ffmpeg was found after the installation.')
  if (!findFfmpeg()) process.exitCode = 1
}
