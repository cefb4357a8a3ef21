import { expect, test } from 'vitest'
import { securityPage } from '../../documents/permission-table.ts'

test('docs/security.md shows the permission table that the server uses', () => {
  const { written, right } = securityPage()
  expect(written).toBe(right)
})
