import type { FastifyInstance } from 'fastify'
import { Refusal } from '#server/policy/refusal.ts'

/** No call needs a tenth of this depth. `JSON.parse` itself does not recurse, but code that compares or prints a body does. */
const deepestNesting = 64

/**
 * Parses JSON bodies, drops keys that target prototypes, and refuses very deep nesting. Some clients set the content type on every
 * request, even on a DELETE without a body. An empty body counts as absent, not as invalid.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null)
    void parse(request, withoutLoneSurrogates(body), (error, value: unknown) => {
      if (!error && isTooDeep(value)) done(new Refusal('MALFORMED_REQUEST'))
      else done(error, value)
    })
  })
}

function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= deepestNesting; depth += 1) {
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
    if (level.length === 0) return false
  }
  return true
}

/** Matches every escape sequence of a JSON text. A surrogate pair is one match, and its second half is captured. */
const escapes = /\\(?:u(?:d[89ab][\da-f]{2}\\u(d[c-f][\da-f]{2})|d[89a-f][\da-f]{2})|[^])/gi
const surrogate = /^\\ud[89a-f]/i

/** Replaces escaped halves of surrogate pairs by U+FFFD. JSON allows halves, but PostgreSQL refuses them inside jsonb. */
export function withoutLoneSurrogates(json: string): string {
  return json.replaceAll(escapes, (escape, low: string | undefined) =>
    low === undefined && surrogate.test(escape) ? '\\ufffd' : escape,
  )
}
