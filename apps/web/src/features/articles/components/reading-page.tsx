import { Button } from '@apogee/ui/button.tsx'
import { Loading, Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { ErrorState } from '@apogee/ui/feedback/state.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Head } from '#web/platform/page/head.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useLanguage } from '#web/platform/language/preferences.tsx'
import { Article, Inlines } from './article.tsx'
import { parseMarkdown, type Block, type Inline } from '../markdown.ts'
import { readingMessages } from '../messages/reading.en.ts'
import './reading.css'
import { textQuery } from '../texts.ts'

interface ReadingPageProps {
  /** The text is in the file texts/{name}.{language}.md. */
  name: string
  title: string
  description: string
  path: string
  kind?: 'website' | 'article'
  /** `over` appears above the title. */
  over?: ReactNode
  /** `picture` appears beside the title on a wide screen. */
  picture?: ReactNode
  /** The text applies from this day, in the format yyyy-MM-dd. */
  since?: string
  /** `before` appears between the lead and the text, at full width. */
  before?: ReactNode
  /** `aside` replaces the table of contents beside the text. */
  aside?: ReactNode
  /** `after` appears below the text. */
  after?: ReactNode
}

/** Renders the frame of every text: title, lead, table of contents, and the text. */
export function ReadingPage({
  name,
  title,
  description,
  path,
  kind = 'website',
  over,
  picture,
  since,
  before,
  aside,
  after,
}: ReadingPageProps) {
  const text = useText(readingMessages)
  const { loading, tryAgain } = useText(platformMessages)
  const { data, isError, refetch } = useQuery(textQuery(name, useLanguage()))
  const { lead, rest } = splitLead(data === undefined ? [] : parseMarkdown(data))
  const headings = rest.filter((block) => block.kind === 'heading' && block.level === 2)
  const hasContents = !aside && headings.length > 3
  return (
    <div
      className="ap-wrap reading"
      data-frame={before || aside ? undefined : hasContents ? 'contents' : 'text'}
    >
      <Head title={title} description={description} path={path} kind={kind} />
      <header className="reading-head" data-with={picture ? 'picture' : undefined}>
        <div>
          {over}
          <h1 className="ap-h1">{title}</h1>
          {lead.map((content, place) => (
            <p key={place} className="ap-lead">
              <Inlines content={content} />
            </p>
          ))}
          {since ? <p className="reading-since">{text.since(since)}</p> : null}
        </div>
        {picture}
      </header>
      {before}
      <div className="reading-body" data-with={aside ? 'aside' : hasContents ? 'contents' : undefined}>
        {hasContents ? <Contents headings={headings} label={text.onThisPage} /> : null}
        {isError ? (
          <ErrorState
            titleAs="h2"
            title={text.textFailed}
            text={text.textFailedHint}
            action={<Button onClick={() => void refetch()}>{tryAgain}</Button>}
          />
        ) : data === undefined ? (
          <Loading label={loading} className="reading-text">
            <Skeleton width={100} />
            <Skeleton width={80} />
            <Skeleton shape="block" />
          </Loading>
        ) : (
          <Article blocks={rest} />
        )}
        {aside ? <div className="reading-aside">{aside}</div> : null}
      </div>
      {after}
    </div>
  )
}

/** Separates the paragraphs before the first heading, list or table as the lead. */
function splitLead(blocks: Block[]): { lead: Inline[][]; rest: Block[] } {
  const end = blocks.findIndex((block) => block.kind !== 'paragraph')
  const place = end < 0 ? blocks.length : end
  const paragraphs = blocks.slice(0, place)
  return {
    lead: paragraphs.flatMap((block) => (block.kind === 'paragraph' ? [block.content] : [])),
    rest: blocks.slice(place),
  }
}

function Contents({ headings, label }: { headings: readonly Block[]; label: string }) {
  return (
    <nav className="reading-contents" aria-label={label}>
      <p aria-hidden="true">{label}</p>
      <ol>
        {headings.map((heading) =>
          heading.kind === 'heading' ? (
            <li key={heading.id}>
              <a href={`#${heading.id}`}>
                <Inlines content={heading.content} />
              </a>
            </li>
          ) : null,
        )}
      </ol>
    </nav>
  )
}
