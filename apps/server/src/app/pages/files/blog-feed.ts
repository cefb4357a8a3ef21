/** Serves the blog as an Atom feed (RFC 4287) at `/blog/feed.xml`, with `?lang=` in another language. */
import { addressIn, languageOf, type Language } from '@apogee/domain/languages.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BlogFeed } from '../renderer.ts'

interface BlogFeedOptions {
  feed: (language: Language) => Promise<BlogFeed>
  publicOrigin: (request: FastifyRequest) => string
}

export function serveBlogFeed(app: FastifyInstance, { feed, publicOrigin }: BlogFeedOptions): void {
  app.get<{ Querystring: { lang?: unknown } }>('/blog/feed.xml', async (request, reply) => {
    const language = languageOf(request.query.lang)
    return reply
      .headers({
        'content-type': 'application/atom+xml; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=3600',
      })
      .send(atom(await feed(language), language, publicOrigin(request)))
  })
}

function atom({ title, articles }: BlogFeed, language: Language, origin: string): string {
  const address = (path: string) => xmlText(origin + addressIn(language, path))
  const newest = articles
    .map(({ published }) => published)
    .toSorted((one, other) => (one < other ? 1 : -1))[0]
  // A publication day is dated at midnight in Malaysia, so that the date is in the past for every reader.
  const entries = articles.map(
    (article) =>
      `<entry><title>${xmlText(article.title)}</title><id>${address(article.path)}</id>` +
      `<link href="${address(article.path)}"/><published>${startOfDayAsText(article.published)}</published>` +
      `<updated>${startOfDayAsText(article.published)}</updated><summary>${xmlText(article.summary)}</summary></entry>\n`,
  )
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">\n` +
    `<title>${xmlText(title)}</title><id>${address('/blog')}</id><author><name>Apogee</name></author>\n` +
    `<link href="${address('/blog')}"/><link rel="self" href="${address('/blog/feed.xml')}"/>\n` +
    `<updated>${startOfDayAsText(newest ?? '2026-01-01')}</updated>\n${entries.join('')}</feed>\n`
  )
}
