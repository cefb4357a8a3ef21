import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Returns whether the module is the script that Node was asked to run.
 * @param {string} url its import.meta.url
 */
export function isEntry(url) {
  const script = process.argv[1]
  return (
    script !== undefined && existsSync(script) && realpathSync(script) === realpathSync(fileURLToPath(url))
  )
}

export const canInstallDebianPackages = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

/**
 * Installs packages through apt when the system is Debian and the user is root; otherwise ends the process with a sentence that
 * names the alternative. Prevents packages from starting servers, because only their programs are needed.
 * @param {{ packages: string[], purpose: string, otherwise: string }} wish
 */
export function installDebianPackages({ packages, purpose, otherwise }) {
  const names = packages.join(' ')
  if (!canInstallDebianPackages()) {
    const how = existsSync('/usr/bin/apt-get')
      ? `Run: sudo apt-get install --no-install-recommends ${names}`
      : otherwise
    console.error(`${purpose} need ${packages.join(' and ')}. ${how}`)
    process.exit(1)
  }
  console.error(`Installing ${names} for ${purpose} …`)
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  for (const args of [
    ['update', ...quiet],
    ['install', '-y', '--no-install-recommends', ...quiet, ...packages],
  ]) {
    const { status, error } = spawnSync('apt-get', args, { env, stdio: ['ignore', 2, 2] })
    if (status !== 0) {
      console.error(`apt-get ${args[0]} failed${error ? `: ${error.message}` : ''}. ${otherwise}`)
      process.exit(1)
    }
  }
}
