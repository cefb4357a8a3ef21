/**
 * Finds third-party programs that a measurement runs. `node lab/bench/support/programs.ts NAME` installs one on Debian, as root. On
 * other systems it tells what to install and fails.
 */
import { spawnSync } from 'node:child_process'
import { findChromium } from '../../../scripts/programs/chromium.mjs'
import { installDebianPackages, isEntry } from '../../../scripts/programs/debian-packages.mjs'

const runs = (program: string, option: string) => spawnSync(program, [option]).status === 0

const programs = {
  // The headless shell records no traces of the page's thread, so the whole browser is needed.
  chromium: { isThere: () => findChromium({ whole: true }) !== undefined, debianPackage: 'chromium' },
  nginx: { isThere: () => runs('nginx', '-v'), debianPackage: 'nginx-light' },
  // Debian has a wrapper of this name that exists even without the program, so the check runs it.
  pgbench: { isThere: () => runs('pgbench', '--version'), debianPackage: 'postgresql' },
}

export type ProgramName = keyof typeof programs

export const isProgram = (name: string): name is ProgramName => Object.hasOwn(programs, name)

/** Returns null when the program is installed, otherwise a sentence that tells how to install it. */
export function missingProgram(name: ProgramName): string | null {
  const { isThere, debianPackage } = programs[name]
  if (isThere()) return null
  spawnSync(process.execPath, [import.meta.filename, name], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (isThere()) return null
  return `It needs ${name}: install Debian's ${debianPackage}, or put the program on the PATH.`
}

if (isEntry(import.meta.url)) {
  for (const name of process.argv.slice(2).filter(isProgram))
    installDebianPackages({
      packages: [programs[name].debianPackage],
      purpose: `measurements with ${name}`,
      otherwise: 'Put the program on the PATH.',
    })
}
