import { startOfDayAsText } from '@apogee/domain/time/malaysia-time.ts'
import { Cover } from '@apogee/ui/art/cover.tsx'
import { dateInWords } from '#web/platform/language/dates.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import type { BlogArticle } from '../articles.ts'
import { readingMessages } from '../messages/reading.en.ts'
import './reading.css'

export function ArticleLine({ audience, published, minutes }: BlogArticle) {
  const text = useText(readingMessages)
  const language = useLanguage()
  return (
    <>
      {text[audience]} ·{' '}
      <time dateTime={published}>{dateInWords(startOfDayAsText(published), language)}</time> ·{' '}
      {text.readingTime(minutes)}
    </>
  )
}

/** Shows the article's drawing, which is the same in both languages. */
export function ArticleCover({ article: { slug, cover } }: { article: BlogArticle }) {
  return (
    <div className="reading-cover">
      <Cover id={cover.id} title={slug} category={cover.category} image="" />
    </div>
  )
}
