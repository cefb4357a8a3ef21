/** Tells a buyer what has changed since the page showed its offers. Loads after a refusal. */
import type { Quote, QuotedCourse } from '@apogee/contracts/pricing/pricing.ts'
import { changesOf, type Offer, type OfferChange } from '@apogee/contracts/sales/offers.ts'
import { formatPlainRinggit } from '@apogee/domain/money/money.ts'
import { dateInWords, lengthInWords } from '../../platform/language/dates.ts'
import { platformMessages } from '../../platform/language/messages.en.ts'
import { useText } from '../../platform/language/messages.ts'
import { useLanguage } from '../../platform/language/preferences.tsx'
import { offerChangesMessages } from './offer-changes.en.ts'
import { offerOfQuote } from './offers.ts'

interface ChangedOffer {
  shown: Offer
  course: QuotedCourse
  changes: OfferChange[]
}

export function OfferChanges({ offers, quote }: { offers: readonly Offer[]; quote: Quote }) {
  const sentence = useSentence()
  return changedOffers(offers, quote).map((offer) => (
    <span className="block" key={offer.course.courseId}>
      {offers.length === 1 ? null : `${offer.course.title ?? ''}: `}
      {offer.changes.map((change) => sentence(change, offer)).join(' ')}
    </span>
  ))
}

function changedOffers(offers: readonly Offer[], quote: Quote): ChangedOffer[] {
  const courses = new Map(quote.courses.map((course) => [course.courseId, course]))
  return offers.flatMap((shown) => {
    const course = courses.get(shown.courseId)
    const changes = course?.state === 'buyable' ? changesOf(shown, offerOfQuote(course)) : []
    return course && changes.length > 0 ? [{ shown, course, changes }] : []
  })
}

function useSentence(): (change: OfferChange, offer: ChangedOffer) => string {
  const text = useText(offerChangesMessages)
  const lengths = useText(platformMessages)
  const language = useLanguage()
  return (change, { shown, course: { access, first = [], start, total } }) => {
    switch (change) {
      case 'price':
        return text.price(formatPlainRinggit(total), formatPlainRinggit(shown.price))
      case 'access':
        return access ? text.access(lengthInWords(access, lengths)) : text.endless
      case 'start':
        return start ? text.start(start.name, dateInWords(start.startsOn, language)) : text.withoutCohort
      case 'first':
        return text.first(first.map(({ title }) => title).join(', '))
    }
  }
}
