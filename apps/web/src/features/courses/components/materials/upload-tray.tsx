import { Button, IconButton } from '@apogee/ui/button.tsx'
import { chevronUpIcon } from '@apogee/ui/icons/more-icons.ts'
import { Progress } from '@apogee/ui/figures/progress.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSession } from '#web/platform/session/session.tsx'
import { uploadsMessages } from '../../messages/uploads.en.ts'
import { uploadQueue, type UploadEntry } from '../../upload-queue.ts'
import './upload-tray.css'

const finishedShownMs = 10_000

/** The tray shows uploads in these states even while its list is hidden. */
const needsSomebody = new Set<UploadEntry['state']>(['failed', 'needs-file'])

/** Returns the progress of all files together, each with equal weight. */
const sentPercent = (entries: readonly UploadEntry[]) =>
  Math.floor(
    (100 * entries.reduce((sum, { state, share }) => sum + (state === 'done' ? 1 : share), 0)) /
      entries.length,
  )

/** Shows running uploads on every page. On phones it takes one line, so that the page stays usable. */
export function UploadTray() {
  const text = useText(uploadsMessages)
  const queue = uploadQueue()
  const entries = useSyncExternalStore(queue.watch, queue.entries)
  const queries = useQueryClient()
  const { session } = useSession()
  const userId = session.state === 'signed-in' ? session.user.id : null
  const isSignedOut = session.state === 'signed-out'
  useEffect(() => {
    queue.whenAdded((courseId) => {
      void queries.invalidateQueries({ queryKey: ['course', courseId] })
      void queries.invalidateQueries({ queryKey: ['courses'] })
    })
  }, [queue, queries])
  useEffect(() => {
    if (isSignedOut) queue.keepOnly(0)
    if (userId === null) return
    queue.keepOnly(userId)
    queue.run()
  }, [queue, userId, isSignedOut])
  const open = entries.filter(({ state }) => state !== 'done').length
  const isFinished = open === 0 && entries.length > 0
  const [isOpen, setOpen] = useState(() => !matchMedia('(max-width: 760px)').matches)
  const shown = isOpen ? entries : entries.filter(({ state }) => needsSomebody.has(state))
  useEffect(() => {
    if (!isFinished) return
    const timer = setTimeout(() => queue.removeDone(), finishedShownMs)
    return () => clearTimeout(timer)
  }, [queue, isFinished])
  useWarningBeforeLeaving(entries.some(({ state }) => ['queued', 'sending', 'waiting'].includes(state)))
  if (entries.length === 0) return null
  return (
    <section className="upload-tray" aria-label={text.uploads}>
      <header>
        <div>
          <b role="status">{text.summary(open)}</b>
          {isOpen || open === 0 ? null : (
            <p className="upload-tray-share">
              {entries.some(({ state }) => state === 'waiting')
                ? text.waiting
                : text.percent(sentPercent(entries))}
            </p>
          )}
        </div>
        {open < entries.length ? (
          <Button size="sm" variant="quiet" onClick={() => queue.removeDone()}>
            {text.clear}
          </Button>
        ) : null}
        <IconButton
          icon={isOpen ? 'chevron-down' : chevronUpIcon}
          size="sm"
          label={isOpen ? text.hideFiles : text.showFiles}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </header>
      {shown.length > 0 ? (
        <ul>
          {shown.map((entry) => (
            <UploadRow key={entry.id} entry={entry} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

/**
 * Warns before the person leaves the page, because the browser then forgets the files. Their uploads continue only when the files
 * are chosen again.
 */
function useWarningBeforeLeaving(isUploading: boolean): void {
  useEffect(() => {
    if (!isUploading) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUploading])
}

function UploadRow({ entry }: { entry: UploadEntry }) {
  const text = useText(uploadsMessages)
  const queue = uploadQueue()
  const { id, name, moduleTitle, replaces, state, share } = entry
  return (
    <li>
      <div>
        <span className="upload-tray-name">{name}</span>{' '}
        <span className="text-xs text-secondary">
          {replaces ? text.for(replaces.title) : text.to(moduleTitle)}
        </span>
      </div>
      {state === 'done' ? null : (
        <IconButton icon="close" size="sm" label={text.cancelOf(name)} onClick={() => queue.remove(id)} />
      )}
      {state === 'sending' || state === 'waiting' ? (
        <Progress value={share * 100} label={text.progressOf(name)} />
      ) : null}
      <UploadState entry={entry} />
    </li>
  )
}

function UploadState({ entry: { id, name, state, share, error, replaces } }: { entry: UploadEntry }) {
  const text = useText(uploadsMessages)
  const failureText = useFailureText()
  if (state === 'needs-file') return <ChooseAgain id={id} name={name} />
  if (state === 'failed') {
    return (
      <p className="upload-tray-state" data-tone="danger">
        <span role="alert">{failureText(error, text.failed)}</span>
        <Button size="sm" aria-label={text.retryOf(name)} onClick={() => uploadQueue().retry(id)}>
          {text.retry}
        </Button>
      </p>
    )
  }
  const sending = share >= 1 ? text.adding : text.percent(Math.floor(share * 100))
  const words = {
    queued: text.queued,
    sending,
    waiting: text.waiting,
    done: replaces ? text.replaced : text.done,
  }[state]
  return <p className="upload-tray-state">{words}</p>
}

/** Requests the file again, because the browser loses it on a reload. */
function ChooseAgain({ id, name }: { id: string; name: string }) {
  const text = useText(uploadsMessages)
  const [isOther, setOther] = useState(false)
  return (
    <div className="upload-tray-state">
      <label className="upload-tray-choose">
        {text.needsFile}
        <input
          type="file"
          aria-label={text.chooseFor(name)}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) setOther(!uploadQueue().chooseAgain(id, file))
          }}
        />
      </label>
      {isOther ? <span role="alert">{text.anotherFile(name)}</span> : null}
    </div>
  )
}
