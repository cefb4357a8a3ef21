/** Generates the permission table as Markdown, for docs/security.md. Run the script to write the file; a test compares them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyEndpoint } from '../../packages/contracts/src/endpoint.ts'
import { endpoints } from '../../packages/contracts/src/endpoints.ts'
import {
  coursePermissions,
  rolePermissions,
  standings,
  type Row,
} from '../../apps/server/src/policy/permissions.ts'

const path = join(import.meta.dirname, '../../docs/security.md')
const begin = '<!-- permission table: written by scripts/documents/permission-table.ts -->'
const end = '<!-- end of permission table -->'
const cells = { allow: 'A', signIn: '401', refuse: '–', hide: '404' } as const

const verdictsOf = (row: Row): string => standings.map((standing) => cells[row[standing]].padEnd(3)).join(' ')

const line = (name: string, kind: string, row: Row) =>
  `${name.padEnd(27)} ${kind.padEnd(15)} ${verdictsOf(row)}`.trimEnd()

function permissionTable(): string {
  const header = `${'capability'.padEnd(27)} ${'course'.padEnd(15)} ${standings.map((standing) => standing.padEnd(3)).join(' ')}`
  const onCourses = Object.entries(coursePermissions).flatMap(([name, permission]) => [
    line(name, 'public', permission.public),
    line('', 'private', permission.private),
    ...(permission.offSale === permission.private ? [] : [line('', 'draft, archived', permission.offSale)]),
  ])
  const byRole = Object.entries(rolePermissions).map(([name, row]) => line(name, '', row))
  return ['```', header.trimEnd(), ...onCourses, ...byRole, '```'].join('\n')
}

/** Lists the calls that require a fresh proof of identity, grouped by when they require it. */
function freshCalls(): string {
  const marks = Object.values<AnyEndpoint>(endpoints).flatMap(({ call, access }) =>
    access.kind === 'role' && access.fresh ? [{ call, when: when(access.fresh) }] : [],
  )
  const lines = [...Map.groupBy(marks, (mark) => mark.when)].map(
    ([moment, calls]) => `- ${moment}: ${calls.map(({ call }) => `\`${call}\``).join(', ')}`,
  )
  return ['Calls that need re-authentication:', '', ...lines].join('\n')
}

function when(fresh: unknown): string {
  if (fresh === true) return 'always'
  return fresh === 'by the service' ? 'when the service asks for it' : 'depending on the request'
}

/** Returns the current page and the page generated from the table. */
export function securityPage(): { written: string; right: string } {
  const written = readFileSync(path, 'utf8')
  const [before, rest = ''] = written.split(begin)
  const after = rest.split(end)[1] ?? '\n'
  return { written, right: `${before}${begin}\n\n${permissionTable()}\n\n${freshCalls()}\n\n${end}${after}` }
}

if (import.meta.main) writeFileSync(path, securityPage().right)
