/**
 * Shows failures at the addresses of pages as a page. Some requests fail before any route: their address cannot be decoded, their
 * headers are too long, or no route has their method.
 */
import {
  defaultLanguage,
  languageNames,
  languageParameter,
  languages,
  type Language,
} from '@apogee/domain/languages.ts'
import { xmlText } from '@apogee/domain/text/xml-text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseOnPackageHost } from '#server/app/http/package-host.ts'
import { askedHost } from '#server/policy/package-hosts.ts'
import { serverTexts, type ServerTexts } from '#server/texts/index.ts'
import { documentHeaders, plainDocument } from '../document.ts'
import { pagePreferences } from '../page-preferences.ts'
import type { PageSource } from '../page-source.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** This is absent in a process that serves no pages. */
    answerFailedPage?: AnswerFailedPage
  }
}

type AnswerFailedPage = (
  failure: { status: number; requestId: string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply

interface FailedPageOptions {
  source: Pick<PageSource, 'styles' | 'policyOf' | 'extraHead'>
  publicOrigin: (request: FastifyRequest) => string
  /** Returns the HTML of the banner above the page, and '' if there is none. */
  noticeFor: (request: FastifyRequest) => string
  packageOrigin: string | null
}

type Kind = 'lost' | 'unreadable' | 'tooLong' | 'busy' | 'failed'

const kindOf = (status: number): Kind => {
  if (status === 404) return 'lost'
  if (status === 431) return 'tooLong'
  if (status === 503) return 'busy'
  return status >= 500 ? 'failed' : 'unreadable'
}

export function answerFailedPages(
  app: FastifyInstance,
  { source, publicOrigin, noticeFor, packageOrigin }: FailedPageOptions,
): void {
  app.decorate('answerFailedPage', ({ status, requestId }, request, reply) => {
    // The request may have failed before the hook that answers for the hosts of packages.
    if (askedHost(request, packageOrigin) !== 'product') return refuseOnPackageHost(reply)
    const { cookie, 'accept-language': acceptLanguage } = request.headers
    const [, query = ''] = request.url.split('?', 2)
    const lang = new URLSearchParams(query).get(languageParameter)
    const preferences = pagePreferences({ lang, cookie, acceptLanguage })
    const { language } = preferences
    const text = serverTexts(language).pages.failure
    const { html, css } = plainDocument({
      preferences,
      title: text[kindOf(status)].title,
      body: bodyOf(text, { status, requestId, language, address: request.url }),
      notice: noticeFor(request),
      styles: source.styles,
      extraHead: source.extraHead,
    })
    return reply
      .code(status)
      .headers(documentHeaders(source.policyOf(css), publicOrigin(request).startsWith('https:')))
      .header('cache-control', 'no-store')
      .serializer(String)
      .send(html)
  })
}

interface ShownFailure {
  status: number
  requestId: string | undefined
  language: Language
  address: string
}

function bodyOf(text: ServerTexts['pages']['failure'], shown: ShownFailure): string {
  const { title, reason } = text[kindOf(shown.status)]
  const number = shown.requestId?.replaceAll(/[^\w-]/g, '')
  return [
    '<main class="ap-wrap ap-section" data-width="narrow"><div class="ap-state" data-page>',
    `<h1 class="ap-state-title">${title}</h1><p class="ap-state-text">${reason}</p>`,
    number ? `<p class="ap-state-text">${text.number(number)}</p>` : '',
    `<div class="ap-state-action"><a class="ap-button" data-variant="primary" href="/">${text.start}</a>`,
    `<a class="ap-button" data-variant="secondary" href="/courses">${text.courses}</a>${otherLanguages(shown)}</div>`,
    '</div></main>',
  ].join('')
}

const otherLanguages = ({ language, address }: ShownFailure): string =>
  languages
    .filter((other) => other !== language)
    .map((other) => {
      const to = `${address.split('?', 1)[0] ?? '/'}?${languageParameter}=${other}`.replace(/^[/\\]{2,}/, '/')
      const facts = `href="${xmlText(to)}" lang="${other}" hreflang="${other}"`
      return `<a class="ap-button" data-variant="ghost" ${facts}>${languageNames[other]}</a>`
    })
    .join('')

/** Returns the page for a request whose headers could not be read. Its language is unknown, so the page contains every language. */
export function unreadableDocument(status: number): string {
  const kind = kindOf(status)
  const part = (language: Language, level: 'h1' | 'h2') => {
    const text = serverTexts(language).pages.failure
    const { title, reason } = text[kind]
    return `<section lang="${language}"><${level}>${title}</${level}><p>${reason}</p><p><a href="/">${text.start}</a></p></section>`
  }
  const others = languages.filter((language) => language !== defaultLanguage)
  return [
    `<!doctype html><html lang="${defaultLanguage}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${serverTexts(defaultLanguage).pages.failure[kind].title} · Apogee</title></head><body><main>`,
    part(defaultLanguage, 'h1'),
    ...others.map((language) => part(language, 'h2')),
    '</main></body></html>',
  ].join('')
}
