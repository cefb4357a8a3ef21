/**
 * Generates docs/personal-fields.md: which call returns which personal fields, to whom, and why. Calls, rules and fields come from
 * the contract; reasons are written by hand. Run the script to write the page. The script preserves the reason of a call that still
 * returns the same fields to the same people, and leaves the others empty.
 */
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
import { personalFields } from '../../apps/server/src/policy/personal-data/answer-fields.ts'

const path = join(import.meta.dirname, '../../docs/personal-fields.md')
const begin = '<!-- personal fields: written by scripts/documents/personal-fields.ts, but for the reasons -->'
const end = '<!-- end of personal fields -->'

interface FieldRow {
  route: string
  who: string
  fields: string
  /** An empty text means that the reason is missing. */
  why: string
}

/** Each reason begins with a word that says its kind. */
export const reasonKinds = ['own', 'public', 'spec', 'need', 'short'] as const

const roleNames = { ST: 'student', IO: 'instructor', AO: 'admin', SA: 'superadmin' } as const

function rolesOf(row: Row): string {
  const names = Object.entries(roleNames).flatMap(([standing, name]) =>
    row[standing as keyof typeof roleNames] === 'allow' ? [name] : [],
  )
  return names.length === Object.keys(roleNames).length ? 'signed in' : names.join(', ')
}

function whoMay({ access }: AnyEndpoint): string {
  if (access.kind === 'open') return 'everybody'
  if (access.kind === 'role') return rolesOf(rolePermissions[access.capability])
  const { capability, otherwise } = access
  if (typeof capability === 'function') return 'as the request says'
  const { public: row } = coursePermissions[otherwise ?? capability]
  const held = standings.filter((standing) => row[standing] === 'allow')
  const people = held.length === standings.length ? 'everybody' : held.join(' ')
  return access.self && otherwise ? `own, ${people}` : people
}

/** Returns one row for each call with personal fields; `written` are the page's rows. */
export function fieldRows(
  calls: Readonly<Record<string, AnyEndpoint>>,
  written: readonly FieldRow[],
): FieldRow[] {
  return Object.entries(calls).flatMap(([route, call]) => {
    const fields = personalFields(route, call).join(', ')
    if (fields === '') return []
    const row = { route, who: whoMay(call), fields }
    const same = written.find((one) => one.route === route && one.who === row.who && one.fields === fields)
    return [{ ...row, why: same?.why ?? '' }]
  })
}

const rowPattern = /^ {2}- ([^:]+): (`\w+`(?:, `\w+`)*): (.+)$/

/**
 * Parses the list of the page. Each item is a reason, and its lines below say who may make which calls and which fields these
 * return.
 */
function rowsOf(page: string): FieldRow[] {
  const list = page.split(begin)[1]?.split(end)[0] ?? ''
  let why = ''
  return list.split('\n').flatMap((line) => {
    const [, who, calls = '', fields = ''] = rowPattern.exec(line) ?? []
    if (who === undefined) {
      if (line.startsWith('- ')) why = line.slice('- '.length).replace(withoutReason, '')
      return []
    }
    return calls.split(', ').map((call) => ({ route: call.replaceAll('`', ''), who, fields, why }))
  })
}

const withoutReason = 'without a reason'

function listOf(rows: readonly FieldRow[]): string {
  const byReason = Map.groupBy(rows, ({ why }) => why)
  const lines = [...byReason].flatMap(([why, explained]) => [
    `- ${why === '' ? withoutReason : why}`,
    ...[...Map.groupBy(explained, ({ who, fields }) => `${who}\n${fields}`)].map(([key, alike]) => {
      const [who, fields] = key.split('\n')
      return `  - ${who}: ${alike.map(({ route }) => `\`${route}\``).join(', ')}: ${fields}`
    }),
  ])
  return lines.join('\n')
}

/** Returns the current page, the page generated from the contract, and the generated rows. */
export function personalFieldsPage(): { written: string; right: string; rows: FieldRow[] } {
  const written = readFileSync(path, 'utf8')
  const [before, rest = ''] = written.split(begin)
  const rows = fieldRows(endpoints, rowsOf(written))
  const after = rest.split(end)[1] ?? '\n'
  return { written, right: `${before}${begin}\n\n${listOf(rows)}\n\n${end}${after}`, rows }
}

if (import.meta.main) writeFileSync(path, personalFieldsPage().right)
