import type { FastifyInstance } from 'fastify'

/**
 * Parses JSON bodies and drops keys that reach for prototypes. A client that names the type on every request sends it
 * without a body too, as on DELETE: that is an absent body, not a broken one.
 */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null)
    else void parse(request, withoutLoneSurrogates(body), done)
  })
}

/** Every escape of a JSON text; a pair of surrogates is one match and captures its second half. */
const escapes = /\\(?:u(?:d[89ab][\da-f]{2}\\u(d[c-f][\da-f]{2})|d[89a-f][\da-f]{2})|[^])/gi
const surrogate = /^\\ud[89a-f]/i

/** Replaces escaped halves of surrogate pairs by U+FFFD. JSON allows them, PostgreSQL refuses them inside jsonb. */
export function withoutLoneSurrogates(json: string): string {
  return json.replaceAll(escapes, (escape, low: string | undefined) =>
    low === undefined && surrogate.test(escape) ? '\\ufffd' : escape,
  )
}
