import type { Language } from '@apogee/domain/languages.ts'
import { Logo } from '@apogee/ui/art/logo.tsx'
import { useQuery } from '@tanstack/react-query'
import { loadTexts, textIn } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { giftCardMessages } from '../messages/gift-card.en.ts'
import { GiftArt } from './gift-art.tsx'
import './gift-card.css'

const mostTitles = 3

/** Shows the card of a gift in the gift's own language, on dark paper in both themes. */
export function GiftCard({
  recipientName,
  from,
  message,
  courses,
  language,
  headingAs: Heading = 'p',
}: {
  /** An empty name leaves the name out. */
  recipientName: string
  /** Null means that the giver's account was erased. Undefined shows no giver. */
  from: string | null | undefined
  message: string
  courses: readonly string[]
  language: Language
  headingAs?: 'h1' | 'p'
}) {
  const text = textIn(giftCardMessages, useLoadedLanguage(language))
  const name = recipientName.trim()
  return (
    <div className="gift-card" data-theme="space" lang={language}>
      <div className="gift-card-words">
        <Heading className="gift-card-heading">{name === '' ? text.heading : text.headingFor(name)}</Heading>
        {message.trim() === '' ? null : (
          <blockquote className="gift-card-message">{message.trim()}</blockquote>
        )}
        {from === undefined ? null : (
          <p className="gift-card-from">{from === null ? text.fromSomebody : text.from(from)}</p>
        )}
        <ul className="gift-card-courses">
          {courses.slice(0, mostTitles).map((title, place) => (
            <li key={place}>{title}</li>
          ))}
          {courses.length > mostTitles ? <li>{text.more(courses.length - mostTitles)}</li> : null}
        </ul>
      </div>
      <GiftArt />
      <Logo name="Apogee" />
    </div>
  )
}

/** Returns the language as soon as its texts are loaded, and the page's language until then. */
function useLoadedLanguage(wanted: Language): Language {
  const shown = useLanguage()
  const { data } = useQuery({
    queryKey: ['texts', wanted],
    queryFn: async () => {
      await loadTexts(wanted)
      return wanted
    },
    staleTime: Infinity,
    enabled: wanted !== shown,
  })
  return data ?? shown
}
