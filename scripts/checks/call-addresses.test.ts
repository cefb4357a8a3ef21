import { expect, test } from 'vitest'
import { withAddresses } from '../../apps/web/bundling/call-addresses.ts'

const client = 'import { call } from "#web/platform/transfer/client.ts";\n'

test.each([
  ['call("listNotes", { signal })', 'call("listNotes GET /courses/:courseId/notes", { signal })'],
  ['saveFile("downloadReceipt", { id })', 'saveFile("downloadReceipt GET /receipts/:id/pdf", { id })'],
  [
    'call(isDecline ? "declinePayout" : "withdrawPayout", { params })',
    'call(isDecline ? "declinePayout POST /ledger/payouts/:id/decline" : "withdrawPayout POST /ledger/payouts/:id/withdraw", { params })',
  ],
])('the address is written behind the name in %s', (made, written) => {
  expect(withAddresses(client + made)).toBe(client + written)
})

test.each([
  'call("listCourses", { signal })',
  'call(name, { signal })',
  'call(mode === "mine" ? first : second)',
  'this.call("listNotes")',
  'recall("listNotes")',
  'useQuery({ queryKey: ["listNotes"] })',
])('%s stays the same', (made) => {
  expect(withAddresses(client + made)).toBe(client + made)
})

test('a module without the client stays the same', () => {
  expect(withAddresses('call("listNotes")')).toBe('call("listNotes")')
})
