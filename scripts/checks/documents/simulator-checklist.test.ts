/** Checks that tests prove each point in which the payment simulator matches CHIP. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rowsIn } from '../../spec-coverage/table.ts'
import { root, testsIn } from '../../spec-coverage/tests.ts'

const folder = 'packages/chip-simulator'
const rows = rowsIn(readFileSync(join(root, folder, 'CHECKLIST.md'), 'utf8'))

test('every point of the checklist is proven by tests that exist and run', () => {
  expect(rows.length).toBeGreaterThan(35)
  const broken = rows.flatMap(({ sentence, proofs }) =>
    proofs.length === 0
      ? [sentence]
      : proofs
          .filter(({ file, test: title }) => {
            const found = testsIn(readFileSync(join(root, file), 'utf8')).tests
            return found.find((one) => one.title === title)?.isSkipped !== false
          })
          .map(({ file, test: title }) => `${sentence}: ${file}: ${title}`),
  )
  expect(broken).toEqual([])
})

test('the cases of all payment providers run against CHIP over HTTP and the simulator in process', () => {
  const cases = readFileSync(join(root, 'apps/server/src/adapters/payments/cases/cases.test.ts'), 'utf8')
  expect(cases).toContain("paymentProviderCases('CHIP over HTTP'")
  expect(cases).toContain("paymentProviderCases('the simulator in process'")
})
