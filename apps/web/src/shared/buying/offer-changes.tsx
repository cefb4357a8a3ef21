/** Tells a buyer what has changed since the page showed its offers. Loads after a refusal. */
import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { changesOf, type Offer, type OfferChange } from '@apogee/contracts/sales/offers.ts'
import { formatRinggit } from '@apogee/domain/money/money.ts'
import { dateInWords, lengthInWords } from '../../platform/language/dates.ts'
import { platformMessages } from '../../platform/language/messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { useLanguage } from '../../platform/language/preferences.tsx'
import { offerChangesMessages } from './offer-changes.en.ts'
import { offerOfQuote } from './offers.ts'

export function OfferChanges({ shown, quote }: { shown: readonly Offer[]; quote: Quote }) {
  const sentence = useSentence()
  const changed = quote.courses.flatMap((course) => {
    const offer = shown.find(({ courseId }) => courseId === course.courseId)
    const changes = offer && course.state === 'buyable' ? changesOf(offer, offerOfQuote(course)) : []
    return offer && changes.length > 0 ? [{ offer, course, changes }] : []
  })
  return (
    <>
      {changed.map(({ offer, course, changes }) => (
        <span className="block" key={course.courseId}>
          {shown.length > 1 ? `${course.title ?? ''}: ` : null}
          {changes.map((change) => sentence(change, offer, course)).join(' ')}
        </span>
      ))}
    </>
  )
}

function useSentence(): (change: OfferChange, shown: Offer, course: QuotedCourse) => string {
  const text = useText(offerChangesMessages)
  const lengths = useText(platformMessages)
  const language = useLanguage()
  return (change, shown, { access, first = [], start, total }) => {
    switch (change) {
      case 'price':
        return text.price(formatRinggit(total), formatRinggit(shown.price))
      case 'access':
        return access ? text.access(lengthInWords(access, lengths)) : text.endless
      case 'start':
        return start ? text.start(start.name, dateInWords(start.startsOn, language)) : text.atOnce
      case 'first':
        return text.first(first.map(({ title }) => title).join(', '))
    }
  }
}
