import { InlineEdit } from '@apogee/ui/fields/inline-edit.tsx'
import { useRef, useState, type ReactNode } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { readTyped } from '#web/platform/forms/typed-value.ts'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useFieldText, useText } from '#web/platform/language/messages.ts'
import { saveChanges } from '#web/platform/edit-conflicts/save-edit.ts'
import { useContentWrite } from '../../api/authoring.ts'
import { authoringMessages } from '../../messages/authoring.en.ts'

const rules = () => import('@apogee/contracts/courses/courses.forms.ts').then((forms) => forms.courseTitle)

/** Edits the title of a module or resource in place. */
export function TitleEdit({
  kind,
  item: { id, courseId, title, version },
  onClosed,
  children,
}: {
  kind: 'module' | 'resource'
  item: { id: number; courseId: number; title: string; version?: number | undefined }
  /** If it is set, the title is edited at once, and this function is called at the end. */
  onClosed?: () => void
  children?: ReactNode
}) {
  const text = useText(authoringMessages)
  const common = useText(platformMessages)
  const fieldText = useFieldText()
  const failureText = useFailureText()
  const [problem, setProblem] = useState<string | undefined>()
  const read = useRef({ title, version })
  const rename = useContentWrite(courseId, (newTitle: string) =>
    saveChanges({
      fields: { title: newTitle },
      read: { title: read.current.title },
      version: read.current.version,
      labels: { title: text.newNameOf(read.current.title) },
      send: async (body) =>
        kind === 'module'
          ? call('updateContent', { params: { id }, body })
          : call('updateResource', { params: { id }, body }),
    }),
  )
  const save = async (draft: string): Promise<boolean> => {
    try {
      const given = await readTyped(rules, draft)
      if ('value' in given) await rename.mutateAsync(given.value)
      else setProblem(fieldText(given.problem))
      return 'value' in given
    } catch (error) {
      setProblem(failureText(error, text.saveFailed))
      return false
    }
  }
  return (
    <InlineEdit
      value={title}
      label={text.newNameOf(title)}
      editLabel={text.rename(title)}
      saveLabel={text.saveTitle}
      cancelLabel={common.cancel}
      error={problem}
      onEdit={() => {
        read.current = { title, version }
        setProblem(undefined)
      }}
      onSave={save}
      onClosed={onClosed}
    >
      {children}
    </InlineEdit>
  )
}
