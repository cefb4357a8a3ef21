import { Button, IconButton } from '@apogee/ui/button.tsx'
import { IconLink } from '@apogee/ui/navigation/link-button.tsx'
import { downloadIcon, minusIcon } from '@apogee/ui/icons/more-icons.ts'
import { Loading } from '@apogee/ui/feedback/skeleton.tsx'
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { useText } from '../../platform/language/messages.ts'
import { documentMessages } from './document-messages.en.ts'
import { DocumentText } from './text/document-text.tsx'
import { DocumentSearchBar } from './text/document-search-bar.tsx'
import { ReadingMode } from './reading-mode.tsx'
import { rememberedView, rememberView } from './view/remembered-view.ts'
import { leastZoom, mostZoom } from './view/page-layout.ts'
import { useDocument, type DocumentState } from './use-document.ts'
import './document-frame.css'
import './document-viewer.css'

interface ViewerProps {
  address: string
  title: string
  documentId: number
  bleed?: boolean | undefined
  startPage: number | undefined
  onPage: ((page: number) => void) | undefined
  newTab: ReactNode
  /** Renders what replaces a document that cannot be shown. */
  failed: (sentence: string, canRetry: boolean) => ReactNode
}

/** Shows the pages of a PDF with pdf.js, for browsers that show no PDF in a frame. */
export function DocumentViewer(props: ViewerProps) {
  const { address, title, documentId, bleed, newTab, failed } = props
  const text = useText(documentMessages)
  const state = useDocument(address, documentId, props)
  const { shown, reading, turned, fault, areaRef, sheetRef } = state
  const [isText, setText] = useState(() => rememberedView().isText)
  const showAs = (next: boolean) => {
    setText(next)
    rememberView({ isText: next })
    shown?.search.clear()
  }
  const back = useEffectEvent(() => shown?.view.turnTo(reading.page))
  useEffect(() => {
    if (!isText) back()
  }, [isText])
  if (fault) return failed(text[fault], fault === 'unreachable' || fault === 'unshown')
  return (
    <ReadingMode action={newTab}>
      <div className="document-frame" data-bleed={bleed || undefined}>
        <DocumentBar state={state} address={address} isText={isText} showAs={showAs} />
        <div
          className="document-window"
          hidden={isText && shown !== null}
          ref={areaRef}
          role="region"
          aria-label={title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrows and Page Down scroll it
          tabIndex={0}
        >
          {shown ? null : (
            <Loading label={text.loading} className="document-loading">
              <div className="document-blank" />
            </Loading>
          )}
          <div className="document-sheet" ref={sheetRef} />
        </div>
        {isText && shown ? (
          <DocumentText title={title} document={shown} page={reading.page} onPage={turned} />
        ) : null}
      </div>
    </ReadingMode>
  )
}

function DocumentBar({
  state,
  address,
  isText,
  showAs,
}: {
  state: DocumentState
  address: string
  isText: boolean
  showAs: (isText: boolean) => void
}) {
  const text = useText(documentMessages)
  const { shown, reading, findings } = state
  const [isSearching, setSearching] = useState(false)
  const searchId = useId()
  const stopSearching = () => {
    setSearching(false)
    shown?.search.clear()
  }
  return (
    <div className="document-bars">
      <div className="document-bar">
        <p>{shown ? text.pageOf(reading.page, shown.pages) : null}</p>
        <Button size="sm" variant="quiet" disabled={!shown} onClick={() => showAs(!isText)}>
          {isText ? text.asPages : text.asText}
        </Button>
        {isText ? null : (
          <>
            <IconButton
              icon={minusIcon}
              label={text.zoomOut}
              disabled={!shown || reading.zoom <= leastZoom}
              onClick={() => shown?.view.zoom(-1)}
            />
            <IconButton
              icon="plus"
              label={text.zoomIn}
              disabled={!shown || reading.zoom >= mostZoom}
              onClick={() => shown?.view.zoom(1)}
            />
            <IconButton
              icon="search"
              label={text.search}
              aria-expanded={isSearching}
              aria-controls={searchId}
              disabled={!shown}
              onClick={() => (isSearching ? stopSearching() : setSearching(true))}
            />
          </>
        )}
        <IconLink icon={downloadIcon} label={text.download} href={address} download />
      </div>
      <div id={searchId}>
        {shown && isSearching && !isText ? (
          <DocumentSearchBar search={shown.search} findings={findings} onClose={stopSearching} />
        ) : null}
      </div>
    </div>
  )
}
