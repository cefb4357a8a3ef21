/** `npm run test:ops`: checks the alarms, their tests and the example of a configuration with Prometheus's own tool. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installDebianPackages } from './debian-packages.mjs'

const folder = join(import.meta.dirname, '../ops/prometheus')

/**
 * @param {string[]} parameters
 * @returns {number | null} the exit code; null when there is no such program
 */
function promtool(...parameters) {
  return spawnSync('promtool', parameters, { cwd: folder, stdio: 'inherit' }).status
}

if (spawnSync('promtool', ['--version']).error) {
  installDebianPackages({
    packages: ['prometheus'],
    purpose: 'the tests of the alarms',
    otherwise: 'Install Prometheus, so that promtool is in the PATH.',
  })
}

const codes = [
  promtool('check', 'rules', 'alerts.yml'),
  promtool('test', 'rules', 'alerts.test.yml'),
  promtool('check', 'config', '--syntax-only', 'prometheus.yml'),
]
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
