import { Cover } from '@apogee/ui/cover.tsx'
import { Link } from 'react-router'
import { useText } from '#web/platform/messages.ts'
import type { BlogArticle } from './articles.ts'
import { readingMessages } from './messages.en.ts'
import './reading.css'

/** Each article is one link with its drawing, title and a sentence. */
export function BlogList({ articles, as: Heading }: { articles: readonly BlogArticle[]; as: 'h2' | 'h3' }) {
  const text = useText(readingMessages)
  return (
    <ul className="reading-articles">
      {articles.map(({ slug, title, summary, audience, published, cover }) => (
        <li key={slug}>
          <div className="reading-cover">
            <Cover id={cover.id} title={text[title]} category={cover.category} image="" />
          </div>
          <div>
            <p className="reading-meta">
              {text[audience]} · <time dateTime={published}>{published}</time>
            </p>
            <Heading className="ap-h3">
              <Link to={`/blog/${slug}`}>{text[title]}</Link>
            </Heading>
            <p>{text[summary]}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
