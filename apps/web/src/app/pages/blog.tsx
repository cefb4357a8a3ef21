import { articles } from '#web/features/reading/articles.ts'
import { BlogList } from '#web/features/reading/blog-list.tsx'
import { readingMessages } from '#web/features/reading/messages.en.ts'
import { Head } from '#web/platform/head.tsx'
import { useText } from '#web/platform/messages.ts'

export function Component() {
  const text = useText(readingMessages)
  return (
    <div className="ap-wrap reading">
      <Head title={text.blogTitle} description={text.blogDescription} path="/blog" />
      <header className="reading-head">
        <h1 className="ap-h1">{text.blogTitle}</h1>
        <p className="ap-lead">{text.blogLead}</p>
      </header>
      <BlogList articles={articles} as="h2" />
    </div>
  )
}
