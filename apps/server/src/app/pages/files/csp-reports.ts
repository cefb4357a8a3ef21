/**
 * Receives reports of browsers about violations of the content security policy. Each kind of report is logged and recorded once an
 * hour, so that operators and superadmins see injected scripts and our own faults, and reports cannot flood the log.
 */
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { withoutSecrets } from '../../http/request-log.ts'

export const cspReportsPath = '/csp-reports'
/** This header names the path for the directive `report-to`. Browsers without that directive use `report-uri`. */
export const reportingEndpoints = `csp="${cspReportsPath}"`
export const reportDirectives = [`report-uri ${cspReportsPath}`, 'report-to csp']

const longestReportBytes = 16_384
const mostReportsAtOnce = 20
const hourMs = 3_600_000
/** One process logs at most this many different reports in an hour. */
const mostLinesPerHour = 60

export interface CspViolation {
  directive: string
  /** This is the origin of the blocked resource, or a word such as `inline`. */
  blocked: string
  /** The path contains no query and no tokens. */
  page: string
  source: string
}

const text = z._default(z.string(), '')
/** Browsers send reports in this format for `report-uri`. */
const oldReport = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
  }),
})
/** Browsers send reports in this format for `report-to`. The array may contain several reports, and other kinds of reports. */
const newReports = z.array(
  z.object({
    type: z.string(),
    body: z.optional(
      z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sourceFile: text }),
    ),
  }),
)

/** Returns an empty list for any value that is not a violation report. */
export function violationsIn(json: unknown): CspViolation[] {
  const old = z.safeParse(oldReport, json)
  if (old.success) {
    const report = old.data['csp-report']
    return [
      violation(
        report['effective-directive'] || report['violated-directive'],
        report['blocked-uri'],
        report['document-uri'],
        report['source-file'],
      ),
    ]
  }
  const many = z.safeParse(newReports, json)
  if (!many.success) return []
  return many.data
    .slice(0, mostReportsAtOnce)
    .flatMap(({ type, body }) =>
      type === 'csp-violation' && body
        ? [violation(body.effectiveDirective, body.blockedURL, body.documentURL, body.sourceFile)]
        : [],
    )
}

const violation = (directive: string, blocked: string, page: string, source: string): CspViolation => ({
  directive: short(directive.split(' ')[0] ?? ''),
  blocked: short(URL.canParse(blocked) ? originOf(blocked) : blocked),
  page: short(pathOf(page)),
  source: short(URL.canParse(source) ? originOf(source) + pathOf(source) : source),
})

/** `data:` addresses and those of extensions have a scheme but no origin. */
function originOf(url: string): string {
  const { origin, protocol } = new URL(url)
  return origin === 'null' ? protocol : origin
}

const pathOf = (url: string) => (URL.canParse(url) ? withoutSecrets(new URL(url).pathname) : '')
const short = (word: string) => word.replaceAll(/\p{C}/gu, '').slice(0, 200)

/** Decides which reports are logged. */
export class CspReportLog {
  #since = 0
  readonly #seen = new Set<string>()

  isNew(report: CspViolation, now: number): boolean {
    if (now - this.#since >= hourMs) {
      this.#since = now
      this.#seen.clear()
    }
    const key = JSON.stringify(report)
    if (this.#seen.has(key) || this.#seen.size >= mostLinesPerHour) return false
    this.#seen.add(key)
    return true
  }
}

/** Serves `POST /csp-reports`. The answer is always 204, because browsers ignore it. */
export async function serveCspReports(
  app: FastifyInstance,
  record: (report: CspViolation) => Promise<void>,
): Promise<void> {
  const logged = new CspReportLog()
  await app.register(async (reports) => {
    reports.removeAllContentTypeParsers()
    reports.addContentTypeParser<string>(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: longestReportBytes },
      (_request, body, done) => done(null, body),
    )
    // The body of any other content type is not read, and the connection closes after the answer.
    reports.addContentTypeParser('*', (_request, _body, done) => done(null, ''))
    reports.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
      if ((error.statusCode ?? 500) >= 500) throw error
      return reply.code(204).header('connection', 'close').send()
    })
    reports.post<{ Body: string | undefined }>(cspReportsPath, async (request, reply) => {
      for (const report of violationsIn(jsonIn(request.body ?? ''))) {
        if (!logged.isNew(report, Date.now())) continue
        request.log.warn({ violation: report }, 'a browser blocked something that the content policy forbids')
        await record(report)
      }
      return reply.code(204).send()
    })
  })
}

/** Returns undefined if the text is not JSON, because any client may send a body here. */
function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
