import { Link } from '#web/platform/router/router.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { ArticleCover, ArticleLine } from './article-head.tsx'
import type { BlogArticle } from '../articles.ts'
import { readingMessages } from '../messages/reading.en.ts'
import './reading.css'

export function BlogList({ articles, as: Heading }: { articles: readonly BlogArticle[]; as: 'h2' | 'h3' }) {
  const text = useText(readingMessages)
  return (
    <ul className="reading-articles">
      {articles.map((article) => (
        <li key={article.slug}>
          <ArticleCover article={article} />
          <div>
            <p className="reading-meta">
              <ArticleLine {...article} />
            </p>
            <Heading className="ap-h3">
              <Link to={`/blog/${article.slug}`}>{text[article.title]}</Link>
            </Heading>
            <p>{text[article.summary]}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
