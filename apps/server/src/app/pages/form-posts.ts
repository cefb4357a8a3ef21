/** Answers forms that were posted to a page's address without our scripts. The answer is a page, never JSON. */
import { languageParameter } from '@apogee/domain/languages.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentHeaders } from './document.ts'
import { pagePreferences } from './page-preferences.ts'
import type { PageSource } from './page-source.ts'

const longestFormBytes = 65_536

interface FormPostOptions {
  source: PageSource
  publicOrigin: (request: FastifyRequest) => string
  /** Returns the HTML of the banner above the page, and '' if there is none. */
  noticeFor: (request: FastifyRequest) => string
  /** Returns whether there is no page at the address. */
  isNoPage: (url: string) => boolean
}

export async function serveFormPosts(app: FastifyInstance, options: FormPostOptions): Promise<void> {
  const { source, publicOrigin, noticeFor, isNoPage } = options

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    typed: string,
  ): Promise<FastifyReply> {
    const { formDocument } = await import('./form-document.ts')
    const origin = publicOrigin(request)
    // The URL parser would read two leading slashes or backslashes as another host.
    const url = new URL(request.url.replace(/^[/\\]{2,}/, '/'), origin)
    const { cookie, 'accept-language': acceptLanguage } = request.headers
    const { html, css } = formDocument({
      preferences: pagePreferences({ lang: url.searchParams.get(languageParameter), cookie, acceptLanguage }),
      address: url.pathname + url.search,
      // The text of a form that another site posted here is not shown.
      typed: new URLSearchParams(isFromHere(request, origin) ? typed : ''),
      notice: noticeFor(request),
      styles: source.styles,
      extraHead: source.extraHead,
    })
    return reply
      .code(status)
      .headers(documentHeaders(source.policyOf(css), origin.startsWith('https:')))
      .header('cache-control', 'no-store')
      .header('allow', 'GET, HEAD')
      .send(html)
  }

  await app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: longestFormBytes },
      (_request, body, done) => done(null, body),
    )
    // Bodies of other content types are not read, and the connection closes after the answer.
    pages.addContentTypeParser('*', (_request, _body, done) => done(null, ''))
    pages.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500
      if (status >= 500) throw error
      return answer(request, reply.header('connection', 'close'), status, '')
    })
    pages.post('/*', async (request, reply) => {
      if (isNoPage(request.url)) return reply.callNotFound()
      const typed = typeof request.body === 'string' ? request.body : ''
      if (typed === '') reply.header('connection', 'close')
      return await answer(request, reply, 405, typed)
    })
  })
}

function isFromHere({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === origin : site === 'same-origin'
}
