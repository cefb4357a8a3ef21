/**
 * Checks that no list of unlimited length is spread into the arguments of a call, because some 120,000 arguments overflow the
 * stack.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, nameOf, nodesOf, parse, type Node } from '../languages/syntax.ts'

const root = join(import.meta.dirname, '../..')

const takesAny = new Set([
  'push',
  'unshift',
  'splice',
  'toSpliced',
  'concat',
  'max',
  'min',
  'fromCharCode',
  'fromCodePoint',
  'append',
  'prepend',
  'replaceChildren',
])

/**
 * Lists the files with a spread call. Each value says what limits the length of the spread list. A listed file without a spread
 * call fails.
 */
const bounded: Record<string, string> = {
  'apps/server/src/app/config/config.ts': 'problems of a configuration',
  'apps/server/src/app/demo/seed/seed-past-sales.ts': 'lessons of a course of the demo school',
  'apps/server/src/app/demo/seed/seed-people.ts': 'the team of a demo business',
  'apps/server/src/features/announcements/learner-messages.ts': 'the limits of one message',
  'apps/server/src/features/assessments/quizzes/statistics.rules.ts': 'options of a question',
  'apps/server/src/features/catalogue/catalogue.rules.ts': 'a page of a list',
  'apps/server/src/features/catalogue/search/search.rules.ts':
    'words of a search, and the table of their meanings',
  'apps/server/src/features/courses/courses.rules.ts': 'items of a course',
  'apps/server/src/features/learning/learning.rules.ts': 'items of a course',
  'apps/server/src/features/messages/messages.rules.ts': 'the limits of one message',
  'apps/server/src/features/sales/checkout/place-order.ts': 'payments of one order',
  'apps/server/src/platform/database/schema/migrate.ts': 'files of migrations',
  'apps/server/src/platform/jobs/queue-state.ts': 'classes of jobs',
  'apps/server/src/platform/mail/mail-html.ts': 'parts of one button',
  'apps/server/src/platform/secrets/outbound-post.ts': 'addresses of a host, which a resolver limits',
  'apps/server/src/platform/pdf/pdf.ts': 'columns of a printed table',
  'apps/server/src/platform/zoned-time.ts': 'two moments with the same local time',
  'apps/web/src/features/accounts/api/settings.ts': 'a page of a list',
  'apps/web/src/features/assessments/components/assessment-start.tsx': 'attempts of one learner',
  'apps/web/src/features/assessments/components/quiz-panel.tsx': 'attempts of one learner',
  'apps/web/src/features/assessments/editor/formats/qti-zip.ts': 'four parts of an entry',
  'apps/web/src/features/community/use-held-back.ts': 'a page of a list',
  'apps/web/src/features/courses/api/managed-courses.ts': 'a page of a list',
  'apps/web/src/features/courses/components/materials/practice-fields.tsx': 'checks of an exercise',
  'apps/web/src/features/operations/components/day-chart.tsx': 'days of a chart',
  'apps/web/src/features/operations/components/source-chart.tsx': 'rows of a chart',
  'apps/web/src/shared/document/view/document-view.ts': 'pages near the one that is shown',
  'packages/ui/src/figures/bar-chart.tsx': 'bars of a chart',
}

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'packages'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\/src\/.*\.tsx?$/.test(path) && !/\.test\.|testing/.test(path))

/** Matches `push(...list)` and `push.apply(list, others)`. */
function spreadsAList(node: Node): boolean {
  const { callee, arguments: given } = node
  if (node.type !== 'CallExpression' || !isNode(callee) || !Array.isArray(given)) return false
  const isMember = callee.type === 'MemberExpression'
  const name = nameOf(isMember ? callee['property'] : callee) ?? ''
  if (name === 'apply' && isMember && isNode(callee['object']))
    return takesAny.has(nameOf(callee['object']['property']) ?? '')
  return takesAny.has(name) && given.some((one) => isNode(one) && one.type === 'SpreadElement')
}

const found = files.filter((path) => {
  const code = readFileSync(join(root, path), 'utf8')
  if (!/[(,]\s*\.\.\./.test(code) && !code.includes('.apply(')) return false
  return [...nodesOf(parse({ path, code }).program)].some(spreadsAList)
})

test('a list is spread into arguments only where its length is bounded', () => {
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter((path) => !(path in bounded))).toEqual([])
  expect(Object.keys(bounded).filter((path) => !found.includes(path))).toEqual([])
})
