import { Skeleton } from '@apogee/ui/feedback/skeleton.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useText } from '../../../platform/language/messages.ts'
import { documentMessages } from '../document-messages.en.ts'
import type { TextBlock } from './page-text.ts'
import type { ShownDocument } from '../use-document.ts'
import '../document-frame.css'
import '../document-viewer.css'

type TextOf = ShownDocument['textOf']

/** Shows the text of a document fitted to the window. Each page is read when it comes near. */
export function DocumentText({
  title,
  document: { pages, textOf },
  page,
  onPage,
}: {
  title: string
  document: ShownDocument
  /** Pages count from 1. */
  page: number
  onPage: (page: number) => void
}) {
  const area = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([page]))
  const read = useEffectEvent((next: number) => {
    if (next !== page) onPage(next)
  })
  const first = useEffectEvent(() => page)
  useEffect(() => {
    const root = area.current
    if (!root) return
    const start = root.children[first() - 1]
    if (start instanceof HTMLElement && start !== root.firstElementChild)
      root.scrollTo({ top: start.offsetTop, behavior: 'instant' })
    const numberOf = ({ target }: IntersectionObserverEntry) =>
      Number((target as HTMLElement).dataset['page'])
    const among = (entries: IntersectionObserverEntry[]) =>
      entries.filter(({ isIntersecting }) => isIntersecting).map(numberOf)
    const loading = new IntersectionObserver(
      (entries) => setNear((before) => new Set([...before, ...among(entries)])),
      { root, rootMargin: '100% 0px' },
    )
    // The current page is at a third of the window's height, as in the page view.
    const reading = new IntersectionObserver((entries) => among(entries).forEach((next) => read(next)), {
      root,
      rootMargin: '-30% 0px -69% 0px',
    })
    for (const section of root.children) {
      loading.observe(section)
      reading.observe(section)
    }
    return () => {
      loading.disconnect()
      reading.disconnect()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows and Page Down scroll it
    <div className="document-window document-text" ref={area} role="region" aria-label={title} tabIndex={0}>
      {Array.from({ length: pages }, (_, index) => (
        <TextPage key={index} index={index} pages={pages} textOf={textOf} isNear={near.has(index + 1)} />
      ))}
    </div>
  )
}

function TextPage({
  index,
  pages,
  textOf,
  isNear,
}: {
  index: number
  pages: number
  textOf: TextOf
  isNear: boolean
}) {
  const text = useText(documentMessages)
  const [blocks, setBlocks] = useState<readonly TextBlock[] | 'failed' | null>(null)
  useEffect(() => {
    if (!isNear) return
    let hasEnded = false
    const show = (read: readonly TextBlock[] | 'failed') => {
      if (!hasEnded) setBlocks(read)
    }
    textOf(index).then(show, () => show('failed'))
    return () => {
      hasEnded = true
    }
  }, [isNear, index, textOf])
  const label = text.pageOf(index + 1, pages)
  return (
    <section data-page={index + 1} aria-label={label}>
      <p className="document-text-page" aria-hidden="true">
        {label}
      </p>
      {blocks === null ? (
        <div className="document-text-room">{isNear ? <Skeleton width={80} /> : null}</div>
      ) : (
        <Blocks blocks={blocks} />
      )}
    </section>
  )
}

function Blocks({ blocks }: { blocks: readonly TextBlock[] | 'failed' }) {
  const text = useText(documentMessages)
  if (blocks === 'failed') return <p className="text-secondary">{text.pageFailed}</p>
  if (blocks.length === 0) return <p className="text-secondary">{text.noText}</p>
  return blocks.map(({ kind, text: words }, place) => {
    if (kind === 'heading') return <h3 key={place}>{words}</h3>
    return kind === 'code' ? <pre key={place}>{words}</pre> : <p key={place}>{words}</p>
  })
}
