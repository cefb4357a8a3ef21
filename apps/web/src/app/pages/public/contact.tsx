import type { MessageTopic } from '@apogee/contracts/messages/messages.forms.ts'
import { useLocation } from '#web/platform/router/router.tsx'
import { ContactForm } from '#web/features/messages/components/contact-form.tsx'
import { readingMessages } from '#web/features/articles/messages/reading.en.ts'
import { ReadingPage } from '#web/features/articles/components/reading-page.tsx'
import { textQuery } from '#web/features/articles/texts.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { PageRequest } from '#web/framework/page-module.ts'

const pages = {
  contact: { topic: 'contact', key: 'contact' },
  'contact-support': { topic: 'support', key: 'support' },
  testimonials: { topic: 'testimonial', key: 'testimonials' },
  partners: { topic: 'partner', key: 'partners' },
} as const satisfies Record<string, { topic: MessageTopic; key: string }>
type Name = keyof typeof pages

/** The routes of this page have no other addresses than these. */
const nameIn = (pathname: string): Name =>
  (Object.keys(pages) as Name[]).find((name) => pathname.replaceAll('/', '') === name) ?? 'contact'

async function loadOnServer({ url, queries, language }: PageRequest): Promise<void> {
  await queries.prefetchQuery(textQuery(nameIn(url.pathname), language))
}
export const load = import.meta.env.SSR ? loadOnServer : undefined

/** Shows a text beside a form to write to the platform. */
export function Component() {
  const text = useText(readingMessages)
  const name = nameIn(useLocation().pathname)
  const { topic, key } = pages[name]
  return (
    <ReadingPage
      name={name}
      title={text[`${key}Title`]}
      description={text[`${key}Description`]}
      path={`/${name}`}
      aside={<ContactForm key={topic} topic={topic} />}
    />
  )
}
