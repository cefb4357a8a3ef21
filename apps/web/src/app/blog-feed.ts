/** Builds the data of the blog's feed; the server writes it as Atom (apps/server/src/app/pages/files/blog-feed.ts). */
import type { Language } from '@apogee/domain/languages.ts'
import { articles } from '#web/features/articles/articles.ts'
import { readingMessages } from '#web/features/articles/messages/reading.en.ts'
import { textIn } from '#web/platform/language/messages.ts'

interface FeedArticle {
  path: string
  title: string
  summary: string
  /** `published` is the day of publication in Kuala Lumpur. */
  published: string
}

interface BlogFeed {
  title: string
  articles: FeedArticle[]
}

export function blogFeed(language: Language): BlogFeed {
  const words = textIn(readingMessages, language)
  return {
    title: `Apogee · ${words.blogTitle}`,
    articles: articles.map(({ slug, title, summary, published }) => ({
      path: `/blog/${slug}`,
      title: words[title],
      summary: words[summary],
      published,
    })),
  }
}
