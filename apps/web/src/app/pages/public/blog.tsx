import { addressIn } from '@apogee/domain/languages.ts'
import { articles } from '#web/features/articles/articles.ts'
import { BlogList } from '#web/features/articles/components/blog-list.tsx'
import { readingMessages } from '#web/features/articles/messages/reading.en.ts'
import { Head } from '#web/platform/page/head.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import '#web/features/articles/components/reading.css'

export function Component() {
  const text = useText(readingMessages)
  const feed = addressIn(useLanguage(), '/blog/feed.xml')
  return (
    <div className="ap-wrap reading">
      <Head title={text.blogTitle} description={text.blogDescription} path="/blog" />
      <link rel="alternate" type="application/atom+xml" title={text.feed} href={feed} />
      <header className="reading-head">
        <h1 className="ap-h1">{text.blogTitle}</h1>
        <p className="ap-lead">{text.blogLead}</p>
        <p className="reading-meta">
          <a className="ap-link" href={feed}>
            {text.feed}
          </a>
        </p>
      </header>
      <BlogList articles={articles} as="h2" />
    </div>
  )
}
