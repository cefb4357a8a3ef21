import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useText } from '../../platform/language/messages.ts'
import { useViewer } from '../../platform/session/session.tsx'
import { trustedScript } from '../../platform/page/trusted-script.ts'
import { DocumentError, readStart, type DocumentFault } from './engine/document-file.ts'
import { documentMessages } from './document-messages.en.ts'
import type * as Engine from './engine/engine.ts'
import type { DocumentSearch, DocumentView, Findings, OpenedDocument, Reading } from './engine/engine.ts'
// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './engine/pdf.worker.ts?worker&url'
import { rememberedPage, rememberPage } from './view/remembered-pages.ts'
import { rememberedView, rememberView } from './view/remembered-view.ts'
import type { TextBlock } from './text/page-text.ts'
import { clearShownPage, setShownPage } from './view/shown-page.ts'

export interface ShownDocument {
  pages: number
  view: DocumentView
  search: DocumentSearch
  /** Pages count from 0 here. */
  textOf: (index: number) => Promise<TextBlock[]>
}

export interface DocumentState {
  shown: ShownDocument | null
  fault: DocumentFault | null
  reading: Reading
  /** Runs when the reader turns a page outside the page view. */
  turned: (page: number) => void
  findings: Findings | null
  areaRef: RefObject<HTMLDivElement | null>
  sheetRef: RefObject<HTMLDivElement | null>
}

/** Shows the document in the elements of the two refs, at the last page read by this person on any device, or in this browser. */
export function useDocument(
  address: string,
  documentId: number,
  { startPage, onPage }: { startPage: number | undefined; onPage: ((page: number) => void) | undefined },
): DocumentState {
  const text = useText(documentMessages)
  const viewer = useViewer()
  const areaRef = useRef<HTMLDivElement>(null)
  const sheetRef = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<ShownDocument | null>(null)
  const [fault, setFault] = useState<DocumentFault | null>(null)
  const [reading, setReading] = useState<Reading>(() => ({
    page: startPage ?? rememberedPage(viewer, documentId),
    zoom: rememberedView().zoom,
  }))
  const [findings, setFindings] = useState<Findings | null>(null)

  const reach = (next: Reading) => {
    setReading(next)
    rememberPage(viewer, documentId, next.page)
    setShownPage(documentId, next.page)
    onPage?.(next.page)
  }
  const read = useEffectEvent((next: Reading) => {
    rememberView({ zoom: next.zoom })
    reach(next)
  })

  const show = useEffectEvent(async (opening: Opening, area: HTMLElement, sheet: HTMLElement) => {
    const { engine, opened } = await opening.opened
    const { pdf, isWhole } = opened
    const texts = { page: text.pageOf, pageFailed: text.pageFailed }
    const view = await engine.DocumentView.open(
      { pdf, isWhole, window: area, sheet, texts, onChange: read },
      startPage ?? rememberedPage(viewer, documentId),
      rememberedView().zoom,
    )
    const search = new engine.DocumentSearch(pdf, view, setFindings)
    return { pages: pdf.numPages, view, search, textOf: (index: number) => engine.readPage(pdf, index) }
  })

  useEffect(() => {
    const area = areaRef.current
    const sheet = sheetRef.current
    if (!area || !sheet) return
    let hasEnded = false
    let current: ShownDocument | null = null
    const fail = (error: unknown) => {
      if (!hasEnded) setFault(faultOf(error))
    }
    const opening = beginOpening(address, fail)
    show(opening, area, sheet).then((next) => {
      if (hasEnded) next.view.close()
      else setShown((current = next))
    }, fail)
    return () => {
      hasEnded = true
      current?.search.close()
      current?.view.close()
      opening.close()
      clearShownPage(documentId)
    }
  }, [address, documentId])

  const turned = (page: number) => reach({ ...reading, page })
  return { shown, fault, reading, turned, findings, areaRef, sheetRef }
}

interface Opening {
  opened: Promise<{ engine: typeof Engine; opened: OpenedDocument }>
  close: () => void
}

/** Requests the file, the engine and its worker in parallel. */
function beginOpening(address: string, onLost: (error: unknown) => void): Opening {
  const reading = new AbortController()
  const worker = startWorker(onLost)
  const opened = worker.then(async (started) => {
    const [engine, start] = await Promise.all([
      import('./engine/engine.ts'),
      readStart(address, reading.signal),
    ])
    return { engine, opened: await engine.openDocument({ address, start, worker: started, onLost }) }
  })
  return {
    opened,
    close() {
      reading.abort()
      // A document or worker that failed to start has nothing to close.
      const closed = opened.then(
        ({ opened: { close } }) => close(),
        () => undefined,
      )
      void Promise.all([worker, closed]).then(
        ([started]) => started.terminate(),
        () => undefined,
      )
    },
  }
}

async function startWorker(onLost: (error: unknown) => void): Promise<Worker> {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' })
  worker.addEventListener('error', () => onLost(new DocumentError('unshown')))
  return worker
}

const faultOf = (error: unknown): DocumentFault => (error instanceof DocumentError ? error.fault : 'unshown')
