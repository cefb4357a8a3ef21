import { chapterLimits, type Chapter } from '@apogee/contracts/courses/chapters.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { chaptersFrom, type ChapterProblem } from '@apogee/domain/text/chapters.ts'
import { TextArea } from '@apogee/ui/fields/text-field.tsx'
import { useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { clockLength } from '#web/platform/language/dates.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { chaptersEditorMessages } from '../../messages/chapters.en.ts'
import { useContentWrite } from '../../api/authoring.ts'
import '../authoring.css'

type Text = ReturnType<typeof useText<(typeof chaptersEditorMessages)['texts']>>

const problemText = {
  'no-time': 'noTime',
  'no-title': 'noTitle',
  'not-later': 'notLater',
} as const satisfies Record<ChapterProblem, keyof (typeof chaptersEditorMessages)['texts']>

const typedFrom = (chapters: readonly Chapter[]): string =>
  chapters.map(({ atSeconds, title }) => `${clockLength(atSeconds)} ${title}`).join('\n')

/** Edits the chapters of a video as lines of text, as on other video sites. */
export function ChaptersDialog({ resource, onClose }: { resource: CourseResource; onClose: () => void }) {
  const text = useText(chaptersEditorMessages)
  const [read] = useState(resource)
  const [typed, setTyped] = useState(() => typedFrom(resource.chapters ?? []))
  const [problem, setProblem] = useState<string | undefined>()
  const { send, dialog } = useDialogSave({
    save: useContentWrite(resource.courseId, (chapters: Chapter[]) =>
      saveChanges({
        fields: { chapters },
        read: { chapters: read.chapters ?? [] },
        version: read.version,
        labels: { chapters: text.field },
        show: (_, value) => (Array.isArray(value) ? typedFrom(value as Chapter[]) : undefined),
        send: (body) => call('updateResource', { params: { id: read.id }, body }),
      }),
    ),
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  const submit = () => {
    const found = problemIn(typed, resource.seconds, text)
    setProblem(found)
    if (found === undefined) void send(chaptersFrom(typed).chapters)
  }
  return (
    <FormDialog
      {...dialog}
      title={text.title(resource.title)}
      text={text.lead}
      action={text.save}
      busyLabel={text.saving}
      onSubmit={submit}
    >
      <TextArea
        label={text.field}
        hint={text.hint}
        placeholder={text.example}
        rows={8}
        value={typed}
        error={problem}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Returns the first problem with its line. `seconds` is the length of the video, when known. */
function problemIn(typed: string, seconds: number | null, text: Text): string | undefined {
  const { chapters, problem } = chaptersFrom(typed)
  if (problem) return text[problemText[problem.kind]](problem.line)
  const lines = [...typed.split('\n').entries()].filter(([, line]) => line.trim() !== '')
  for (const [place, { atSeconds, title }] of chapters.entries()) {
    const line = (lines[place]?.[0] ?? 0) + 1
    if (title.length > chapterLimits.title) return text.titleTooLong(line, chapterLimits.title)
    if (atSeconds > Math.min(chapterLimits.lastSecond, (seconds ?? Infinity) - 0.001))
      return text.afterEnd(line, clockLength(seconds ?? chapterLimits.lastSecond))
  }
  return chapters.length > chapterLimits.chapters ? text.tooMany(chapterLimits.chapters) : undefined
}
