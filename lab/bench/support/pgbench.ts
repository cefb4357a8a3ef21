import { spawnSync } from 'node:child_process'

/**
 * Runs a script with prepared statements and returns its transactions a second. The duration is in whole seconds, as pgbench
 * requires.
 */
export function pgbench(
  script: string,
  {
    connectionString,
    clients,
    seconds,
    variables = {},
  }: { connectionString: string; clients: number; seconds: number; variables?: Record<string, number> },
): number {
  const given = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const run = spawnSync(
    'pgbench',
    [
      '-n',
      '-M',
      'prepared',
      '-f',
      script,
      '-c',
      String(clients),
      '-j',
      '1',
      '-T',
      String(Math.ceil(seconds)),
      ...given,
      connectionString,
    ],
    { encoding: 'utf8' },
  )
  const perSecond = Number(/tps = ([\d.]+)/.exec(run.stdout)?.[1])
  if (run.status !== 0 || !(perSecond > 0)) throw new Error(`pgbench: ${run.stderr.slice(-2_000)}`)
  return perSecond
}
