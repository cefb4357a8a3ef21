/**
 * Serves `/status`, which shows whether each part of the product works. The page needs no script, database or rendering, so it is
 * available while these are disrupted.
 */
import {
  defaultLanguage,
  languageNames,
  languageParameter,
  languages,
  monthNames,
} from '@apogee/domain/languages.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { toDateTimeField } from '@apogee/domain/time/malaysia-time.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { statusParts, type PartStatus, type ServiceStatus } from '#server/app/health/service-status.ts'
import { precompress, type PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'
import { serverTexts } from '#server/texts/index.ts'
import { documentHeaders, plainDocument, sendBytes } from '../document.ts'
import { pagePreferences } from '../page-preferences.ts'
import type { PageSource } from '../page-source.ts'
import type { PagePreferences } from '../renderer.ts'

const address = '/status'
/** Browsers and proxies cache the page for this time in seconds. */
const keepSeconds = 15

interface StatusPageOptions {
  /** Returns the same object until the next observation. */
  read: () => Promise<ServiceStatus>
  source: Pick<PageSource, 'styles' | 'policyOf' | 'extraHead'>
  publicOrigin: (request: FastifyRequest) => string
  /** Returns the HTML of the banner above the page, and '' if there is none. */
  noticeFor: (request: FastifyRequest) => string
}

const isUsual = ({ language, theme }: PagePreferences) => language === defaultLanguage && theme === 'space'

interface StatusAnswer {
  bytes: PrecompressedResponse
  policy: string
}

export function serveStatusPage(
  app: FastifyInstance,
  { read, source, publicOrigin, noticeFor }: StatusPageOptions,
): void {
  /** The answers of an observation are cached by language and theme, because many visitors come at once during an outage. */
  const answers = new WeakMap<ServiceStatus, Map<string, StatusAnswer>>()

  function answerFor(status: ServiceStatus, preferences: PagePreferences, notice: string): StatusAnswer {
    const known = answers.get(status) ?? new Map<string, StatusAnswer>()
    answers.set(status, known)
    const key = `${preferences.language} ${preferences.theme} ${notice}`
    const answer = known.get(key) ?? statusAnswer(status, { preferences, notice }, source)
    known.set(key, answer)
    return answer
  }

  app.get<{ Querystring: Record<string, unknown> }>(address, async (request, reply) => {
    const lang = request.query[languageParameter]
    const preferences = pagePreferences({
      lang: typeof lang === 'string' ? lang : null,
      cookie: request.headers.cookie,
      acceptLanguage: request.headers['accept-language'],
    })
    const { bytes, policy } = answerFor(await read(), preferences, noticeFor(request))
    reply.headers({
      ...documentHeaders(policy, publicOrigin(request).startsWith('https:')),
      'cache-control': `${isUsual(preferences) ? 'public' : 'private'}, max-age=${keepSeconds}`,
      // A cookie selects the language and theme. Some shared caches do not obey this header.
      vary: 'cookie, accept-encoding',
    })
    return await sendBytes(request, reply, bytes)
  })
}

function statusAnswer(
  status: ServiceStatus,
  { preferences, notice }: { preferences: PagePreferences; notice: string },
  { styles, extraHead, policyOf }: StatusPageOptions['source'],
): StatusAnswer {
  const { language } = preferences
  const text = serverTexts(language).pages.status
  const isWell = statusParts.every((part) => status[part].isWorking)
  const hasTimes = statusParts.some((part) => status[part].since !== null)
  const body = [
    '<main class="ap-wrap" data-width="narrow"><div class="ap-page-head">',
    `<h1 class="ap-h2">${text.title}</h1><p class="ap-lead">${isWell ? text.allWorking : text.someDisrupted}</p>`,
    `${hasTimes ? `<p class="ap-state-text">${text.zone}</p>` : ''}</div>`,
    `<ul class="ap-rows">${statusParts.map((part) => rowOf(text.parts[part], status[part], language)).join('')}</ul>`,
    '<div class="ap-state-action"><a class="ap-button" data-variant="secondary" href="/">',
    `${text.open}</a>${otherLanguages(language)}</div></main>`,
  ].join('')
  const { html, css } = plainDocument({ preferences, title: text.title, body, notice, styles, extraHead })
  return { bytes: precompress(Buffer.from(html)), policy: policyOf(css) }
}

const tick = '<path d="m5 12.5 4.5 4.5L19 7.5"/>'
const warning = '<path d="M12 7v6M12 16.5v.5"/><circle cx="12" cy="12" r="9"/>'

function rowOf(name: string, { isWorking, since }: PartStatus, language: Language): string {
  const text = serverTexts(language).pages.status
  const instant = since?.toISOString().slice(0, 16)
  return [
    `<li><svg class="ap-icon" viewBox="0 0 24 24" aria-hidden="true">${isWorking ? tick : warning}</svg>`,
    `<div><strong>${name}</strong>`,
    since
      ? `<div class="ap-meta"><span>${text.since(`<time datetime="${instant}Z">${timeOf(since, language)}</time>`)}</span></div>`
      : '',
    `</div><span class="ap-badge" data-tone="${isWorking ? 'positive' : 'danger'}">${isWorking ? text.working : text.disrupted}</span></li>`,
  ].join('')
}

/** Formats a time in Malaysia, such as `22 Nov 2026, 14:10`. */
function timeOf(instant: Date, language: Language): string {
  const [day = '', time = ''] = toDateTimeField(instant.toISOString()).split('T')
  const [year, month, date] = day.split('-').map(Number)
  return `${date} ${monthNames[language].inDate[(month ?? 1) - 1]} ${year}, ${time}`
}

const otherLanguages = (language: Language): string =>
  languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a class="ap-button" data-variant="ghost" href="${address}?${languageParameter}=${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`,
    )
    .join(' ')
