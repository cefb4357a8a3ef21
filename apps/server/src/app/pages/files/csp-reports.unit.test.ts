import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CspReportLog,
  cspReportsPath,
  serveCspReports,
  violationsIn,
  type CspViolation,
} from './csp-reports.ts'

const lines: string[] = []
const app = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
const recorded: CspViolation[] = []
beforeAll(() => serveCspReports(app, async (report) => void recorded.push(report)))
afterAll(() => app.close())

const send = (type: string, payload: string) =>
  app.inject({ method: 'POST', url: cspReportsPath, headers: { 'content-type': type }, payload })

const old = {
  'csp-report': {
    'document-uri': 'https://school.example/reset/0123456789abcdefghijklmnop?code=hush',
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/x.js?token=hush',
    'source-file': 'https://school.example/assets/entry-1.js?hush',
  },
}
const violation = {
  directive: 'script-src-elem',
  blocked: 'https://evil.example',
  page: '/reset/…',
  source: 'https://school.example/assets/entry-1.js',
}

test('both forms of reports are read, without queries, tokens and line breaks', () => {
  expect(violationsIn(old)).toEqual([violation])
  const body = {
    effectiveDirective: 'img-src\n',
    blockedURL: 'data',
    documentURL: 'https://school.example/',
    sourceFile: '',
  }
  expect(
    violationsIn([
      { type: 'csp-violation', body },
      { type: 'deprecation', body: {} },
      { type: 'csp-violation' },
    ]),
  ).toEqual([{ directive: 'img-src', blocked: 'data', page: '/', source: '' }])
})

test.each([null, 7, 'text', [], {}, [7], { 'csp-report': null }, { 'csp-report': { 'blocked-uri': 7 } }])(
  '%j is no report',
  (json) => {
    expect(violationsIn(json)).toEqual([])
  },
)

test('a report is logged once in an hour, and sixty different ones at most', () => {
  const log = new CspReportLog()
  const start = 10 * 3_600_000
  const other = (page: number) => ({ ...violation, page: `/${page}` })
  expect([log.isNew(violation, start), log.isNew(violation, start + 1)]).toEqual([true, false])
  const logged = Array.from({ length: 200 }, (_, page) => log.isNew(other(page), start + 2)).filter(Boolean)
  expect(logged).toHaveLength(59)
  expect(log.isNew(violation, start + 3_600_000)).toBe(true)
})

test('a report is logged without what is secret in its addresses', async () => {
  lines.length = 0
  for (const type of ['application/csp-report', 'application/reports+json'])
    expect((await send(type, JSON.stringify(old))).statusCode).toBe(204)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('https://evil.example')
  expect(lines[0]).not.toMatch(/hush|0123456789/)
  expect(recorded).toEqual([violation])
})

test.each([
  ['application/csp-report', 'no JSON'],
  ['application/csp-report', 'x'.repeat(20_000)],
  ['text/plain', JSON.stringify(old)],
  ['application/xml', '<a/>'],
])('%s with another body is answered, and nothing is logged', async (type, payload) => {
  lines.length = 0
  expect((await send(type, payload)).statusCode).toBe(204)
  expect(lines).toEqual([])
})
