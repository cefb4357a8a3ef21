import { lessonDocumentLimits, type LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import { RadioGroup } from '@apogee/ui/fields/radio-group.tsx'
import { TextArea, TextField } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { EncodingChoice, useFileText } from '#web/platform/file-text/file-text.tsx'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useSave } from '#web/platform/forms/use-save.ts'
import { readMarkdown } from '../editor/markdown.ts'
import { lessonTextsMessages } from '../messages/lesson-texts.en.ts'
import '../lesson-editor.css'

export type ImportPlace = 'insert' | 'replace'

export function ImportMarkdown({
  onClose,
  onImport,
}: {
  onClose: () => void
  onImport: (document: LessonDocument, place: ImportPlace) => void
}) {
  const text = useText(lessonTextsMessages)
  const [markdown, setMarkdown] = useState('')
  const [place, setPlace] = useState<ImportPlace>('insert')
  const [problem, setProblem] = useState<string>()
  const reading = useSave({
    save: async () => {
      const document = await readMarkdown(markdown)
      if (JSON.stringify(document).length > lessonDocumentLimits.json) setProblem(text.importTooLong)
      else onImport(document, place)
    },
    failed: text.importFailed,
  })
  const write = (value: string) => {
    setMarkdown(value)
    setProblem(undefined)
  }
  const source = useFileText(write, setProblem)
  const choose = (file: File | undefined) => {
    source.forget()
    if (!file) return
    if (file.size > lessonDocumentLimits.json * 4) setProblem(text.importTooLong)
    else void source.read(file)
  }
  return (
    <FormDialog
      title={text.importMarkdown}
      text={text.importText}
      action={text.importAction}
      busy={reading.busy}
      error={reading.error}
      onClose={onClose}
      onSubmit={() => {
        if (markdown.trim() === '') setProblem(text.importEmpty)
        else if (problem === undefined) void reading.send(undefined)
      }}
    >
      <TextField
        type="file"
        label={text.markdownFile}
        accept=".md,.markdown,.txt,text/markdown,text/plain"
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
      <EncodingChoice source={source} />
      <TextArea
        className="lesson-markdown-source"
        label={text.markdownText}
        rows={8}
        spellCheck={false}
        value={markdown}
        error={problem}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <RadioGroup
        legend={text.importPlace}
        value={place}
        onChange={setPlace}
        options={[
          { value: 'insert', label: text.importInsert },
          { value: 'replace', label: text.importReplace },
        ]}
      />
    </FormDialog>
  )
}
