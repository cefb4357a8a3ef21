import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { Button } from '@apogee/ui/button.tsx'
import { useState } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { saveText } from '#web/platform/edit-conflicts/save-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import { useSave } from '#web/platform/forms/use-save.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import type { ImportPlace } from './import-markdown.tsx'
import '../lesson-editor.css'

const ImportMarkdown = lazyOnPress(async () => (await import('./import-markdown.tsx')).ImportMarkdown)

export function MarkdownTools({
  title,
  document,
  disabled,
  onImport,
}: {
  /** `title` is the lesson's title and becomes the name of the exported file. */
  title: string
  document: LessonDocument
  disabled: boolean
  onImport: (document: LessonDocument, place: ImportPlace) => void
}) {
  const text = useText(lessonTextsMessages)
  const [importing, setImporting] = useState(false)
  const download = useSave({
    save: async () => {
      const { markdownOf } = await import('@apogee/contracts/courses/markdown/write.ts')
      saveMarkdown(markdownOf(document), title)
    },
    failed: text.downloadFailed,
  })
  return (
    <div className="lesson-markdown">
      <Button variant="quiet" size="sm" disabled={disabled} onClick={() => setImporting(true)}>
        {text.importMarkdown}
      </Button>
      <Button variant="quiet" size="sm" busy={download.busy} onClick={() => void download.send(undefined)}>
        {text.downloadMarkdown}
      </Button>
      {download.error ? <span role="alert">{download.error}</span> : null}
      {importing ? (
        <ImportMarkdown
          onClose={() => setImporting(false)}
          onImport={(imported, place) => {
            setImporting(false)
            onImport(imported, place)
          }}
        />
      ) : null}
    </div>
  )
}

function saveMarkdown(markdown: string, title: string): void {
  const name = title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'text'
  saveText(`${name}.md`, markdown, 'text/markdown')
}
