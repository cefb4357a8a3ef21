import { quizOfDraft, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizEdit } from '@apogee/contracts/assessments/quiz-editor.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import type { EditConflict } from '@apogee/contracts/edits.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { SegmentedControl } from '@apogee/ui/chip.tsx'
import { Dialog } from '@apogee/ui/dialog.tsx'
import { Notice } from '@apogee/ui/notice.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '#web/platform/client.ts'
import type { DraftSaver, SaveState } from '#web/platform/draft-saver.ts'
import { useFailureText } from '#web/platform/failure-text.ts'
import { platformMessages } from '#web/platform/messages.en.ts'
import { useText } from '#web/platform/messages.ts'
import { useDraftSaver } from '#web/platform/use-draft-saver.ts'
import { useSave } from '#web/platform/use-save.ts'
import { QuestionsView } from './questions-view.tsx'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { QuizPreview } from './quiz-preview.tsx'
import { SettingsView } from './settings-view.tsx'
import './quiz-editor.css'

type View = 'write' | 'settings' | 'preview'

/** Edits the quiz that was read. */
export function QuizEditing({ read, back }: { read: QuizEdit; back: ReactNode }) {
  const text = useText(quizEditorMessages)
  const [edit, setEdit] = useState(read)
  const [view, setView] = useState<View>('write')
  /** Problems are shown once somebody has tried to publish. */
  const [isChecked, setIsChecked] = useState(false)
  const { saver, initial, conflict, endConflict, ...saving } = useDraftSaver<QuizDraft, QuizEdit>({
    place: `quiz ${read.resourceId}`,
    document: read.quiz,
    version: read.version ?? 0,
    save: async (quiz, version) => {
      const params = { id: read.resourceId }
      return (await call('saveQuizDraft', { params, body: { quiz, version } })).data
    },
    onSaved: setEdit,
  })
  const [quiz, setQuiz] = useState(initial)
  const change = (changed: QuizDraft) => {
    setQuiz(changed)
    saver.change(changed)
  }
  const checked = isChecked ? quizOfDraft(edit.title, quiz) : null
  const problems = checked && 'problems' in checked ? checked.problems : []
  return (
    <>
      <EditingHead
        {...{ edit, back, quiz, saver, problems, ...saving }}
        onCheck={() => setIsChecked(true)}
        onPublished={setEdit}
      />
      <SegmentedControl
        className="justify-self-start"
        label={text.view}
        value={view}
        onChange={setView}
        options={[
          { value: 'write', label: text.write },
          { value: 'settings', label: text.settings },
          { value: 'preview', label: text.preview },
        ]}
      />
      {view === 'write' ? (
        <QuestionsView {...{ quiz, problems }} title={edit.title} onChange={change} />
      ) : null}
      {view === 'settings' ? <SettingsView {...{ quiz, problems }} onChange={change} /> : null}
      {view === 'preview' ? <QuizPreview quiz={quiz} /> : null}
      {conflict ? (
        <ConflictDialog
          conflict={conflict}
          onMine={() => {
            endConflict()
            saver.resume(conflict.version, quiz)
          }}
          onTheirs={(theirs) => {
            endConflict()
            saver.resume(conflict.version, null)
            setQuiz(theirs)
          }}
        />
      ) : null}
    </>
  )
}

interface HeadProps {
  edit: QuizEdit
  back: ReactNode
  quiz: QuizDraft
  saver: DraftSaver<QuizDraft, QuizEdit>
  state: SaveState
  failure: unknown
  problems: readonly QuizProblem[]
  onCheck: () => void
  onPublished: (edit: QuizEdit) => void
}

function EditingHead({ edit, back, quiz, saver, state, failure, problems, onCheck, onPublished }: HeadProps) {
  const text = useText(quizEditorMessages)
  const queries = useQueryClient()
  const isShown = edit.isPublished && edit.publishedVersion !== null
  const publish = useSave({
    save: async () => {
      // What cannot be saved cannot be shown to learners.
      if (!(await saver.flush())) throw saver.failure
      const { data } = await call('publishQuiz', {
        params: { id: edit.resourceId },
        body: { quiz, version: saver.version },
      })
      saver.noteSaved(data.version ?? saver.version, quiz)
      onPublished(data)
      for (const queryKey of [['course', edit.courseId], ['assessment']])
        void queries.invalidateQueries({ queryKey })
    },
    failed: text.publishFailed,
    notice: () => (isShown ? text.updated : text.published),
  })
  const press = () => {
    onCheck()
    if ('quiz' in quizOfDraft(edit.title, quiz)) void publish.send(undefined)
  }
  const isUpToDate = isShown && !edit.hasDraft && state === 'saved'
  return (
    <>
      <div className="quiz-edit-head">
        <div className="quiz-edit-title">
          {back}
          <h1 className="ap-h2">
            {edit.title}{' '}
            {isShown ? (
              <Badge tone="info">{text.version(edit.publishedVersion ?? 1)}</Badge>
            ) : (
              <Badge>{text.draft}</Badge>
            )}
          </h1>
          <div className="quiz-edit-state">
            <SaveStatus {...{ state, edit, failure, isShown }} onSave={() => void saver.flush()} />
          </div>
        </div>
        <Button
          variant="primary"
          disabled={isUpToDate}
          busy={publish.busy}
          busyLabel={text.publishing}
          onClick={press}
        >
          {isShown ? text.update : text.publish}
        </Button>
      </div>
      {problems.length > 0 ? <Notice tone="danger">{text.incomplete(problems.length)}</Notice> : null}
      {publish.error ? <Notice tone="danger">{publish.error}</Notice> : null}
      {isShown && !edit.isModulePublished ? <Notice tone="info">{text.moduleIsDraft}</Notice> : null}
      {edit.attempts > 0 ? (
        <Notice tone="info" quiet>
          {text.isTaken(edit.attempts)}
        </Notice>
      ) : null}
    </>
  )
}

function SaveStatus({
  state,
  edit,
  isShown,
  failure,
  onSave,
}: {
  state: SaveState
  edit: QuizEdit
  isShown: boolean
  /** Why the last request failed. */
  failure: unknown
  onSave: () => void
}) {
  const text = useText(quizEditorMessages)
  const failureText = useFailureText()
  const saved = !isShown ? text.savedUnseen : edit.hasDraft ? text.savedAsDraft : text.saved
  const sentences = { saved, unsaved: text.unsaved, saving: text.saving, failed: text.saveFailed } as const
  return (
    <>
      <span role="status">{sentences[state]}</span>
      {state === 'failed' && failure ? <span>{failureText(failure, '')}</span> : null}
      {state === 'failed' ? (
        <button type="button" className="ap-link" onClick={onSave}>
          {text.trySaving}
        </button>
      ) : null}
    </>
  )
}

function ConflictDialog({
  conflict,
  onMine,
  onTheirs,
}: {
  conflict: EditConflict
  onMine: () => void
  onTheirs: (quiz: QuizDraft) => void
}) {
  const text = useText(quizEditorMessages)
  const { close } = useText(platformMessages)
  const [field] = conflict.fields
  return (
    <Dialog
      open
      role="alertdialog"
      title={text.conflictTitle}
      closeLabel={close}
      onClose={onMine}
      footer={
        <>
          <Button variant="quiet" onClick={() => onTheirs(field?.value as QuizDraft)}>
            {text.takeTheirs}
          </Button>
          <Button variant="primary" onClick={onMine}>
            {text.keepMine}
          </Button>
        </>
      }
    >
      <p>{text.conflictText(field?.changedBy?.name ?? null)}</p>
    </Dialog>
  )
}
