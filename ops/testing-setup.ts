/** Installs the programs that the tests of this folder run, and builds the pages. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { buildWeb } from '../scripts/build/build-web.ts'
import { installDebianPackages } from '../scripts/programs/debian-packages.mjs'

/** Each program is mapped to its Debian package. */
const programs = {
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  caddy: 'caddy',
  openssl: 'openssl',
  'systemd-analyze': 'systemd',
  rsync: 'rsync',
  clamd: 'clamav-daemon',
}

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
const isInstalled = (program: string) => folders.some((folder) => existsSync(join(folder, program)))

export async function setup(): Promise<void> {
  const packages = Object.entries(programs)
    .filter(([program]) => !isInstalled(program))
    .map(([, name]) => name)
  if (packages.length > 0) {
    installDebianPackages({
      packages,
      purpose: 'the tests of the files in ops',
      otherwise: 'Install these programs so that they are on the PATH.',
    })
  }
  await buildWeb()
}
