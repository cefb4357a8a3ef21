import type { CourseContent } from '@apogee/contracts/courses/courses.ts'
import { Button } from '@apogee/ui/button.tsx'
import { uploadIcon } from '@apogee/ui/icons/more-icons.ts'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { useContentWrite } from '../../api/authoring.ts'
import { uploadsMessages } from '../../messages/uploads.en.ts'
import type { UploadTarget } from '../../upload-queue.ts'
import { asksForPassword } from './password-note.tsx'
import '../authoring.css'

/** Returns a function that adds files to the upload queue and names refused files. The queue's code loads with the first file. */
export function useAddFiles(): (files: readonly File[], target: Omit<UploadTarget, 'userId'>) => void {
  const text = useText(uploadsMessages)
  const notify = useNotify()
  const viewer = useViewer()
  return (files, target) => {
    if (typeof viewer !== 'number' || files.length === 0) return
    void import('../../upload-queue.ts').then(({ kindOfDropped, uploadQueue }) => {
      const taken = files.flatMap((file) => {
        const verdict = kindOfDropped(file)
        if ('kind' in verdict) return [{ file, kind: verdict.kind }]
        notify({ tone: 'danger', text: text[verdict.problem](file.name) })
        return []
      })
      for (const { file, kind } of taken)
        if (kind === 'document')
          void asksForPassword(file).then((asks) => {
            if (asks) notify({ tone: 'warning', text: text.needsPassword(file.name) })
          })
      if (taken.length > 0) uploadQueue().add(taken, { userId: viewer, ...target })
    })
  }
}

/** Accepts files dropped anywhere on the page: into the chosen module, else the last one, else a new one. */
export function FileDropZone({
  courseId,
  modules,
  selected,
  onSelect,
}: {
  courseId: number
  modules: readonly CourseContent[]
  selected: CourseContent | null
  onSelect: (moduleId: number) => void
}) {
  const text = useText(uploadsMessages)
  const target = selected ?? modules.at(-1) ?? null
  const addFiles = useAddFiles()
  const create = useContentWrite(
    courseId,
    () =>
      call('createContent', {
        body: { courseId, title: text.firstModule, order: 0, type: 'chapter', isPublished: false },
      }),
    text.firstModuleFailed,
  )
  const isOver = useDroppedFiles((files) => {
    const add = ({ id, title }: Pick<CourseContent, 'id' | 'title'>) => {
      onSelect(id)
      addFiles(files, { courseId, moduleId: id, moduleTitle: title })
    }
    if (target) add(target)
    else create.mutate(undefined, { onSuccess: ({ data }) => add(data) })
  })
  return isOver ? (
    <div className="authoring-drop" aria-hidden="true">
      <p>
        {target ? text.drop(target.title) : text.dropFirst}
        <span className="block text-sm text-secondary">{text.dropLimits}</span>
      </p>
    </div>
  ) : null
}

/** Offers the same function without dragging. */
export function UploadFilesButton({ courseId, module }: { courseId: number; module: CourseContent }) {
  const text = useText(uploadsMessages)
  const addFiles = useAddFiles()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" icon={uploadIcon} onClick={() => input.current?.click()}>
        {text.uploadFiles}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        multiple
        aria-label={text.uploadFiles}
        accept="video/mp4,video/webm,.pdf"
        onChange={(event) => {
          const target = { courseId, moduleId: module.id, moduleTitle: module.title }
          addFiles([...(event.target.files ?? [])], target)
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Returns whether files are dragged over the page. A dialog with a file field accepts them itself. */
function useDroppedFiles(drop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(drop)
  useEffect(() => {
    latest.current = drop
  })
  useEffect(() => {
    const concerns = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true && document.querySelector('dialog[open]') === null
    const over = (event: DragEvent) => {
      if (!concerns(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const dropped = (event: DragEvent) => {
      if (!concerns(event)) return
      event.preventDefault()
      setOver(false)
      latest.current([...(event.dataTransfer?.files ?? [])])
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', dropped)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', dropped)
    }
  }, [])
  return isOver
}
