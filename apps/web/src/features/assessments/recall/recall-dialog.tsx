import { emptySettings, newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion, QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import type { QuizProblem } from '@apogee/contracts/assessments/quiz-file.ts'
import { recallKinds } from '@apogee/contracts/assessments/recall-kinds.ts'
import type { RecallEdit } from '@apogee/contracts/assessments/recall.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Dialog } from '@apogee/ui/feedback/dialog.tsx'
import { Notice } from '@apogee/ui/feedback/notice.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveAllFields } from '#web/platform/edit-conflicts/save-edit.ts'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { ConfirmStep, FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { platformMessages } from '#web/platform/language/messages.en.ts'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { recallEditQuery } from '../api/recall.ts'
import { kindTexts } from '../editor/kind-texts.ts'
import { isUploading, QuizPictures, usePictureUploads } from '../editor/picture-uploads.ts'
import { QuestionEditor } from '../editor/question-editor.tsx'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { recallEditorMessages } from '../messages/recall-editor.en.ts'
import './recall.css'

const BankDialog = lazyOnPress(async () => (await import('../editor/bank-dialog.tsx')).BankDialog)

/** The rules of a complete question load when Save is pressed. */
const loadRules = async () => (await import('@apogee/contracts/assessments/quiz-draft.ts')).quizOfDraft

interface DialogProps {
  resourceId: number
  /** `title` is that of the video. */
  title: string
  /** Resolves when the page shows the server's new state. */
  onSaved: () => Promise<unknown>
  onClose: () => void
}

/** Edits the question that is asked after a video. */
export function RecallDialog(props: DialogProps) {
  const text = useText(recallEditorMessages)
  const { close } = useText(platformMessages)
  const query = useQuery({
    ...recallEditQuery(props.resourceId, useViewer()),
    // A reload would replace what is typed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (query.data) return <RecallForm {...props} read={query.data} />
  return (
    <Dialog open title={text.title(props.title)} width="lg" closeLabel={close} onClose={props.onClose}>
      <LoadStates query={query} skeleton={<SkeletonRows count={3} />} failed={text.loadFailed}>
        {() => null}
      </LoadStates>
    </Dialog>
  )
}

type FormProps = DialogProps & { read: RecallEdit }

const quizOf = (question: DraftQuestion): QuizDraft => ({ settings: emptySettings, questions: [question] })

/** Holds the question as typed, its pictures, its problems after an attempt to save, and its saving. */
function useRecallForm({ resourceId, title, read, onSaved, onClose }: FormProps) {
  const text = useText(recallEditorMessages)
  const [question, setQuestion] = useState<DraftQuestion>(
    () => read.question ?? newQuestion('multiple-choice', newId()),
  )
  const [problems, setProblems] = useState<readonly QuizProblem[]>([])
  const take = ({ questions: [taken] }: QuizDraft) => {
    if (taken) setQuestion(taken)
  }
  const pictures = usePictureUploads(quizOf(question), take, read.pictures)
  const isWaiting = isUploading(pictures.uploads)
  const { send, dialog } = useDialogSave({
    save: useMutation({
      mutationFn: (wished: DraftQuestion) =>
        saveAllFields({
          fields: { question: wished },
          read: {},
          version: read.version,
          labels: { question: text.field },
          show: (_, value) => wordsOf(value),
          send: (body) => call('saveRecallQuestion', { params: { id: resourceId }, body }),
        }),
      onSuccess: onSaved,
    }),
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  const submit = async () => {
    const checked = (await loadRules())(title, quizOf({ ...question, points: '1' }))
    setProblems('problems' in checked ? checked.problems : [])
    if ('quiz' in checked) await send(question)
  }
  const set = (changed: DraftQuestion) => {
    // Another question has other fields.
    if (changed.key !== question.key) setProblems([])
    setQuestion(changed)
  }
  return { question, set, problems, pictures, isWaiting, submit, dialog }
}

function RecallForm(props: FormProps) {
  const { resourceId, title, read, onSaved, onClose } = props
  const text = useText(recallEditorMessages)
  const { question, set, problems, pictures, isWaiting, submit, dialog } = useRecallForm(props)
  const [open, setOpen] = useState<'bank' | 'remove' | null>(null)
  const close = () => setOpen(null)
  return (
    <QuizPictures value={pictures}>
      <FormDialog
        {...dialog}
        title={text.title(title)}
        text={text.lead}
        width="lg"
        action={text.save}
        busyLabel={text.saving}
        disabled={isWaiting}
        secondAction={
          read.question ? (
            <Button variant="quiet" icon="trash" onClick={() => setOpen('remove')}>
              {text.remove}
            </Button>
          ) : null
        }
        onSubmit={() => void submit()}
      >
        <KindAndBank question={question} onChange={set} onBank={() => setOpen('bank')} />
        {problems.length > 0 ? <Notice tone="danger">{text.incomplete(problems.length)}</Notice> : null}
        {isWaiting ? <Notice tone="info">{text.waitForUpload}</Notice> : null}
        <QuestionEditor
          key={question.key}
          question={question}
          index={0}
          groups={undefined}
          problems={problems}
          hasPoints={false}
          onChange={set}
        />
      </FormDialog>
      {open === 'bank' ? (
        <BankDialog
          resourceId={resourceId}
          isForRecall
          onAdd={([chosen]) => {
            if (chosen) set(chosen)
          }}
          onClose={close}
        />
      ) : null}
      {open === 'remove' ? (
        <RemoveStep resourceId={resourceId} onRemoved={() => onSaved().then(onClose)} onClose={close} />
      ) : null}
    </QuizPictures>
  )
}

/** Returns the text of a question in the dialog about a conflict; undefined when nothing is asked any more. */
const wordsOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null && 'question' in value ? String(value.question) : undefined

function KindAndBank({
  question,
  onChange,
  onBank,
}: {
  question: DraftQuestion
  onChange: (question: DraftQuestion) => void
  onBank: () => void
}) {
  const text = useText(recallEditorMessages)
  const editorText = useText(quizEditorMessages)
  return (
    <div className="recall-kind">
      <Select
        label={editorText.kind}
        value={question.type}
        options={recallKinds.map((value) => ({ value, label: editorText[kindTexts[value]] }))}
        onChange={({ target }) => {
          const type = recallKinds.find((known) => known === target.value)
          if (type) onChange({ ...question, type })
        }}
      />
      <Button size="sm" onClick={onBank}>
        {text.fromBank}
      </Button>
    </div>
  )
}

function RemoveStep({
  resourceId,
  onRemoved,
  onClose,
}: {
  resourceId: number
  onRemoved: () => Promise<unknown>
  onClose: () => void
}) {
  const text = useText(recallEditorMessages)
  return (
    <ConfirmStep
      tone="danger"
      title={text.removeTitle}
      text={text.removeText}
      action={text.remove}
      busyLabel={text.removing}
      failed={text.removeFailed}
      notice={() => text.removed}
      step={useMutation({
        mutationFn: () => call('removeRecallQuestion', { params: { id: resourceId } }),
      })}
      onDone={() => void onRemoved()}
      onClose={onClose}
    />
  )
}
