/**
 * Reports the contents of a release. `sbom` writes the list of packages (CycloneDX) to dist/sbom.cdx.json, the same bytes for the
 * same lockfile. `audit` asks the registry for their known vulnerabilities. Without an argument both run. Neither ever fails a run,
 * because the registry may not answer and its answers change without a change of the code.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sbomPath = 'dist/sbom.cdx.json'
/** A request to the registry may take this long, which is longer than a slow registry needs. */
const mostMs = 20_000

interface Component {
  'bom-ref': string
}
interface Dependency {
  ref: string
  dependsOn?: string[]
}
export interface Sbom {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: { name: string } }
  components: Component[]
  dependencies: Dependency[]
}

/** Removes the values that differ between runs and machines: number, time, npm's version, folder, order. */
export function reproducible({ serialNumber: _, ...sbom }: Sbom, name: string): Sbom {
  const { timestamp: _time, tools: _tools, component, ...metadata } = sbom.metadata
  return {
    ...sbom,
    metadata: { ...metadata, component: { ...component, name } },
    components: sbom.components.toSorted((a, b) => compare(a['bom-ref'], b['bom-ref'])),
    dependencies: sbom.dependencies
      .map(({ dependsOn, ...one }) => ({
        ...one,
        ...(dependsOn && { dependsOn: dependsOn.toSorted(compare) }),
      }))
      .toSorted((a, b) => compare(a.ref, b.ref)),
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b))

const severities = ['critical', 'high', 'moderate', 'low'] as const

/** Summarises the output of `npm audit --json` in one line. */
export function auditLine(printed: string): string {
  const report = parsed(printed)
  const counts = fieldsOf(fieldsOf(report?.['metadata'])['vulnerabilities'])
  if (!severities.every((severity) => typeof counts[severity] === 'number'))
    return `known vulnerabilities: not known, the registry gave no list (${reasonIn(report)})`
  const found = severities
    .map((severity) => [Number(counts[severity]), severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`)
  if (found.length === 0) return 'known vulnerabilities of packages that ship: none'
  const names = Object.keys(fieldsOf(report?.['vulnerabilities']))
  return `known vulnerabilities of packages that ship: ${found.join(', ')} (${names.join(', ')}); see npm run audit`
}

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

function parsed(text: string): Fields | undefined {
  try {
    return fieldsOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function reasonIn(report: Fields | undefined): string {
  const reason = report?.['message'] ?? fieldsOf(report?.['error'])['summary']
  return typeof reason === 'string' && reason !== ''
    ? (reason.split('\n')[0] ?? '').slice(0, 120)
    : 'no reason given'
}

/** Returns the standard output of npm; empty when npm could not start or did not end in time. */
function npm(...args: string[]): string {
  const own = process.env['npm_execpath']
  const [command, first] = own ? [process.execPath, [own]] : ['npm', []]
  const { stdout } = spawnSync(command, [...first, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: mostMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, npm_config_fetch_retries: '0', npm_config_update_notifier: 'false' },
  })
  return stdout ?? ''
}

function sbomLine(): string {
  const printed = npm('sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx')
  if (parsed(printed)?.['components'] === undefined) return 'packages that ship: npm wrote no list of them'
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  const sbom = reproducible(JSON.parse(printed) as Sbom, name)
  const text = `${JSON.stringify(sbom, null, 2)}\n`
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, sbomPath), text)
  const digest = createHash('sha256').update(text).digest('hex')
  return `packages that ship: ${sbom.components.length}, listed in ${sbomPath} (sha256 ${digest})`
}

if (import.meta.main) {
  const [what] = process.argv.slice(2)
  if (what !== 'audit') console.log(sbomLine())
  if (what !== 'sbom') console.log(auditLine(npm('audit', '--omit=dev', '--json')))
}
