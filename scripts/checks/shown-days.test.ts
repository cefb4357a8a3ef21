/**
 * Checks that screens show days in one form, '18 Nov 2026'. The specification's form yyyy-MM-dd is only in its own table, and in
 * form fields and addresses.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** These files compute values of form fields, addresses, or texts for others. */
const otherUses = [
  'accounting/components/payout-dialogs',
  'accounting/components/transfer-dialog',
  'achievements/components/for-learner',
  'assessments/editor/assignment-view',
  'catalogue/components/sales-page/sales-facts',
  'enrolments/components/cohorts-editor',
  'invoices/components/draft-page',
  'invoices/components/invoice-dialogs',
  'operations/components/platform/message-row',
  'operations/components/platform/seller-page',
  'operations/components/source-figures',
  'people/components/invite-form',
  'roster/components/access-end-dialog',
  'roster/components/course-figures-page',
]
const tablesOfSpecification = ['people/components/user-table']

test('days are shown as yyyy-MM-dd in the tables of the specification alone', () => {
  const files = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/web/src'],
    { cwd: root, encoding: 'utf8' },
  )
    .split('\n')
    .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
  const using = files.filter((path) =>
    /\b(?:dayInMalaysia|dayInTable)\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(using.map((path) => path.replace('apps/web/src/features/', '').replace('.tsx', ''))).toEqual(
    [...otherUses, ...tablesOfSpecification].toSorted(),
  )
})
