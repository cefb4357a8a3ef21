import './sales-facts.css'
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { languageNames, type Language } from '@apogee/domain/languages.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { ReactNode } from 'react'
import { courseFactsMessages } from '#web/shared/course/course-facts.en.ts'
import { hoursAndMinutes, monthInWords, timeInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { salesFactsMessages } from '../../messages/facts.en.ts'

/**
 * Lists the main facts for a buyer and omits unknown ones. `certificate` is a sample for a course that has lessons and issues
 * certificates.
 */
export function SalesFacts({ sales, certificate }: { sales: SalesInfo; certificate: ReactNode }) {
  const text = useText(salesFactsMessages)
  const facts = useFacts(sales)
  return (
    <section className="sales-facts">
      <h2 className="ap-h2">{text.heading}</h2>
      <div>
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {!sales.course.isEmpty && sales.hasCertificate ? certificate : null}
      </div>
    </section>
  )
}

/** Formats `November 2026` in the reader's language. */
function monthOf(instant: string, language: Language): string {
  const day = dayInMalaysia(instant)
  return `${monthInWords(day, language, 'long')} ${day.slice(0, 4)}`
}

function useFacts({
  course,
  facts,
  liveSessions,
  hasCertificate,
}: SalesInfo): [label: string, value: string][] {
  const language = useLanguage()
  const names = useText(courseFactsMessages)
  const text = useText(salesFactsMessages)
  const minutes = Math.ceil(facts.videoSeconds / 60)
  const reading = facts.readingMinutes
  const lengths = [
    minutes > 0 && text.ofVideo(hoursAndMinutes(minutes, language)),
    reading > 0 && text.ofReading(hoursAndMinutes(reading, language)),
  ]
  const contents = [
    facts.videos > 0 && text.videos(facts.videos),
    facts.documents > 0 && text.documents(facts.documents),
    facts.texts > 0 && text.texts(facts.texts),
    facts.quizzes > 0 && text.quizzes(facts.quizzes),
    facts.exercises > 0 && text.exercises(facts.exercises),
  ]
  const captions = facts.captions.map(({ language, everywhere }) =>
    everywhere ? languageNames[language] : text.someVideos(languageNames[language]),
  )
  // A limited access length stands beside the price, so it is not repeated here.
  const included = [!course.access && text.access, hasCertificate && !course.isEmpty && text.certificate]
  const session = liveSessions?.next[0]
  const rows: [string, string | undefined][] = [
    [names.language, course.language && languageNames[course.language]],
    [names.level, course.level && names[course.level]],
    [text.length, lengths.filter(Boolean).join(' · ')],
    // A non-breaking space keeps a number on the line of its noun.
    [text.contents, contents.flatMap((part) => (part ? [part.replace(' ', '\u00a0')] : [])).join(' · ')],
    [
      text.live,
      session &&
        text.liveNext(
          liveSessions.count,
          timeInWords(session.startsAt, language),
          hoursAndMinutes(session.minutes, language),
        ),
    ],
    [text.captions, captions.join(', ')],
    [text.updated, facts.updatedAt ? monthOf(facts.updatedAt, language) : undefined],
    [text.included, included.filter(Boolean).join(' · ')],
  ]
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []))
}
