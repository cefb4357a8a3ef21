/**
 * `npm run test:ops [-- NAME…]` tests the files that operators install, with the programs that read them. The command checks the
 * alarms, their tests and the example of a configuration with Prometheus's own tool; then it runs ops/*.test.ts: units, proxies,
 * containers and the artefact of a release. With names it runs only those files that have one in their path.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installDebianPackages } from './programs/debian-packages.mjs'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'ops/prometheus')
const names = process.argv.slice(2)

/**
 * @param {string[]} parameters
 * @returns {number | null} the exit code; null when promtool is not installed
 */
function promtool(...parameters) {
  return spawnSync('promtool', parameters, { cwd: folder, stdio: 'inherit' }).status
}

/** @returns {(number | null)[]} */
function checkAlarms() {
  if (spawnSync('promtool', ['--version']).error) {
    installDebianPackages({
      packages: ['prometheus'],
      purpose: 'the tests of the alarms',
      otherwise: 'Install Prometheus, so that promtool is in the PATH.',
    })
  }
  return [
    promtool('check', 'rules', 'alerts.yml'),
    promtool('test', 'rules', 'alerts.test.yml'),
    promtool('check', 'config', '--syntax-only', 'prometheus.yml'),
  ]
}

const codes = names.length === 0 ? checkAlarms() : []
const vitest = ['run', '--config', 'ops/vitest.config.ts', ...names]
codes.push(spawnSync('vitest', vitest, { cwd: root, stdio: 'inherit' }).status)
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
