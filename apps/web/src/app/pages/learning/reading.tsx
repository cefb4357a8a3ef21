import { legalDocuments } from '@apogee/contracts/accounts/legal-documents.ts'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Suspense } from 'react'
import { useLocation } from '#web/platform/router/router.tsx'
import { readingMessages } from '#web/features/articles/messages/reading.en.ts'
import { ReadingPage } from '#web/features/articles/components/reading-page.tsx'
import { textQuery } from '#web/features/articles/texts.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { PageRequest } from '#web/framework/page-module.ts'
import '#web/features/articles/components/reading.css'

const cookiesSince = '2026-11-26'

const pages = {
  about: {},
  roadmap: {},
  careers: {},
  terms: { since: legalDocuments.terms[0] },
  privacy: { since: legalDocuments.privacy[0] },
  cookies: { since: cookiesSince },
} as const satisfies Record<string, { since?: string }>
type Name = keyof typeof pages

// Just one of these pages uses this component, so it loads on demand.
const OrbitArt = lazyWithRetry(async () => (await import('@apogee/ui/art/orbit-art.tsx')).OrbitArt)

/** The routes of this page have no other addresses than these. */
const nameIn = (pathname: string): Name =>
  (Object.keys(pages) as Name[]).find((name) => pathname.replaceAll('/', '') === name) ?? 'about'

async function loadOnServer({ url, queries, language }: PageRequest): Promise<void> {
  await queries.prefetchQuery(textQuery(nameIn(url.pathname), language))
}
export const load = import.meta.env.SSR ? loadOnServer : undefined

/** Shows pages that consist of text only. */
export function Component() {
  const text = useText(readingMessages)
  const name = nameIn(useLocation().pathname)
  return (
    <ReadingPage
      name={name}
      title={text[`${name}Title`]}
      description={text[`${name}Description`]}
      path={`/${name}`}
      picture={
        name === 'about' ? (
          <div className="reading-orbit">
            <Suspense>
              <OrbitArt />
            </Suspense>
          </div>
        ) : undefined
      }
      {...pages[name]}
    />
  )
}
