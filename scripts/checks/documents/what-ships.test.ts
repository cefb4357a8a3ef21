import { expect, test } from 'vitest'
import { auditLine, reproducible, type Sbom } from '../../what-ships.ts'

const sbom = (given: { number: string; time: string; folder: string; isReversed: boolean }): Sbom => {
  const inOrder = <T>(list: T[]) => (given.isReversed ? list.toReversed() : list)
  return {
    serialNumber: `urn:uuid:${given.number}`,
    metadata: { timestamp: given.time, tools: [{ name: 'cli' }], component: { name: given.folder } },
    components: inOrder([{ 'bom-ref': 'a@1.0.0' }, { 'bom-ref': 'b@2.0.0' }]),
    dependencies: inOrder([
      { ref: 'a@1.0.0', dependsOn: inOrder(['b@2.0.0', 'c@3.0.0']) },
      { ref: 'b@2.0.0' },
    ]),
  }
}

test('the list of packages has the same bytes on every machine, at every time', () => {
  const one = reproducible(sbom({ number: '1', time: 'today', folder: 'x', isReversed: false }), 'apogee')
  const other = reproducible(sbom({ number: '2', time: 'later', folder: 'y', isReversed: true }), 'apogee')
  expect(JSON.stringify(one)).toBe(JSON.stringify(other))
  expect(one.metadata).toEqual({ component: { name: 'apogee' } })
  expect(one.components).toHaveLength(2)
})

const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 }

test('the report of known vulnerabilities is one line, also without an answer', () => {
  const answered = (vulnerabilities: object, counts: object) =>
    auditLine(JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { ...none, ...counts } } }))
  expect(answered({}, {})).toBe('known vulnerabilities of packages that ship: none')
  expect(answered({ left: {}, right: {} }, { high: 1, low: 2 })).toBe(
    'known vulnerabilities of packages that ship: 1 high, 2 low (left, right); see npm run audit',
  )
  const offline = 'known vulnerabilities: not known, the registry gave no list'
  expect(auditLine('')).toBe(`${offline} (no reason given)`)
  expect(auditLine('<html>')).toBe(`${offline} (no reason given)`)
  expect(auditLine(JSON.stringify({ message: 'request failed\nagain', error: {} }))).toBe(
    `${offline} (request failed)`,
  )
})
