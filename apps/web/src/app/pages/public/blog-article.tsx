import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Link, useParams } from '#web/platform/router/router.tsx'
import { ArticleCover, ArticleLine } from '#web/features/articles/components/article-head.tsx'
import { articleNamed, articlesAfter, textOf } from '#web/features/articles/articles.ts'
import { BlogList } from '#web/features/articles/components/blog-list.tsx'
import { readingMessages } from '#web/features/articles/messages/reading.en.ts'
import { ReadingPage } from '#web/features/articles/components/reading-page.tsx'
import { textQuery } from '#web/features/articles/texts.ts'
import { textIn, useText } from '#web/platform/language/messages.ts'
import { StatePage } from '#web/platform/failures/state-page.tsx'
import type { PageAnswer, PageRequest } from '#web/framework/page-module.ts'
import { article as structuredArticle, breadcrumbs } from '../../structured-data.ts'
import '#web/features/articles/components/reading.css'

async function loadOnServer({ params, url, queries, language }: PageRequest): Promise<PageAnswer> {
  const article = articleNamed(params['slug'])
  if (!article) return { status: 404 }
  await queries.prefetchQuery(textQuery(textOf(article), language))
  const words = textIn(readingMessages, language)
  const place = { url, language }
  const path = `/blog/${article.slug}`
  const title = words[article.title]
  return {
    jsonLd: [
      structuredArticle(place, {
        path,
        title,
        summary: words[article.summary],
        published: article.published,
      }),
      breadcrumbs(place, [
        { name: words.blogTitle, path: '/blog' },
        { name: title, path },
      ]),
    ],
  }
}
export const load = import.meta.env.SSR ? loadOnServer : undefined

export function Component() {
  const text = useText(readingMessages)
  const article = articleNamed(useParams()['slug'])
  if (!article) {
    return (
      <StatePage
        as={EmptyState}
        title={text.articleMissing}
        text={text.articleMissingHint}
        back={['/blog', text.allArticles]}
      />
    )
  }
  return (
    <ReadingPage
      name={textOf(article)}
      title={text[article.title]}
      description={text[article.summary]}
      path={`/blog/${article.slug}`}
      kind="article"
      over={
        <p className="reading-meta">
          <Link className="ap-link" to="/blog">
            {text.blogTitle}
          </Link>{' '}
          · <ArticleLine {...article} />
        </p>
      }
      picture={<ArticleCover article={article} />}
      after={
        <section className="reading-next" aria-labelledby="read-next">
          <h2 className="ap-h2" id="read-next">
            {text.readNext}
          </h2>
          <BlogList articles={articlesAfter(article)} as="h3" />
          <p className="reading-all">
            <Link className="ap-link" data-standalone to="/blog">
              {text.allArticles}
            </Link>
          </p>
        </section>
      }
    />
  )
}
