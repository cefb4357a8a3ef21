/** The permission table as Markdown, for docs/security.md. Run it to write the file; a test compares them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes, type RouteName } from '../packages/contracts/src/routes.ts'
import { accessRules, type AccessRule } from '../apps/server/src/policy/access.ts'
import {
  coursePermissions,
  rolePermissions,
  standings,
  type Row,
} from '../apps/server/src/policy/permissions.ts'

const path = join(import.meta.dirname, '../docs/security.md')
const begin = '<!-- permission table: written by scripts/permission-table.ts -->'
const end = '<!-- end of permission table -->'
const cells = { allow: 'A', signIn: '401', refuse: '–', hide: '404' } as const

const line = (name: string, kind: string, row: Row) =>
  `| ${name} | ${kind} | ${standings.map((standing) => cells[row[standing]]).join(' | ')} |`

function permissionTable(): string {
  const header = `| capability | course | ${standings.join(' | ')} |\n|---|---|${standings.map(() => '---|').join('')}`
  const onCourses = Object.entries(coursePermissions).flatMap(([name, permission]) => [
    line(name, 'public', permission.public),
    line('', 'private', permission.private),
    ...(permission.offSale === permission.private ? [] : [line('', 'draft, archived', permission.offSale)]),
  ])
  const byRole = Object.entries(rolePermissions).map(([name, row]) => line(name, '', row))
  return [header, ...onCourses, ...byRole].join('\n')
}

const when = (fresh: Extract<AccessRule, { kind: 'role' }>['fresh']): string => {
  if (fresh === true) return 'always'
  return fresh === 'by the service' ? 'asked by its service' : 'depends on what is asked (policy/access.ts)'
}

/** Every call whose rule asks for a fresh proof of identity. */
function freshCalls(): string {
  const names = (Object.keys(accessRules) as RouteName[]).filter((name) => {
    const rule: AccessRule = accessRules[name] as AccessRule
    return rule.kind === 'role' && rule.fresh
  })
  const marks = names.map((name) => {
    const rule = accessRules[name] as Extract<AccessRule, { kind: 'role' }>
    return `| ${routes[name]} | ${when(rule.fresh)} |`
  })
  return ['| call that needs a fresh proof of identity | when |', '|---|---|', ...marks].join('\n')
}

/** The page as it is, and as it would be with the table of today. */
export function securityPage(): { written: string; right: string } {
  const written = readFileSync(path, 'utf8')
  const [before, rest = ''] = written.split(begin)
  const after = rest.split(end)[1] ?? '\n'
  return { written, right: `${before}${begin}\n\n${permissionTable()}\n\n${freshCalls()}\n\n${end}${after}` }
}

if (import.meta.main) writeFileSync(path, securityPage().right)
