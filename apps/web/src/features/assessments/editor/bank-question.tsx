import type { BankQuestion } from '@apogee/contracts/assessments/question-bank.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { Button } from '@apogee/ui/button.tsx'
import { TextField } from '@apogee/ui/fields/text-field.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { call } from '#web/platform/transfer/client.ts'
import { useDialogSave } from '#web/platform/forms/dialog-save.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { bankKey, bankOriginsQuery } from '../api/question-bank.ts'
import { questionBankMessages } from '../messages/question-bank.en.ts'
import { QuizPictures } from './picture-uploads.ts'
import './question-bank.css'

interface Props {
  resourceId: number
  question: DraftQuestion
  /** The ids belong to all bank questions copied into the quiz, which are requested together. */
  originIds: readonly number[]
  onChange: (question: DraftQuestion) => void
}

/** Saves a question to the bank, and applies changes made there after it was copied. */
export function BankOfQuestion({ resourceId, question, originIds, onChange }: Props) {
  const text = useText(questionBankMessages)
  const [isSaving, setIsSaving] = useState(false)
  const origins = useQuery(bankOriginsQuery(resourceId, originIds, useViewer()))
  const { bank } = question
  const origin = origins.data?.find(({ id }) => id === bank?.id)
  const isChanged = origin !== undefined && bank !== undefined && origin.revision > bank.revision
  const { add } = use(QuizPictures)
  const take = (from: BankQuestion) => {
    add(...(from.picture ? [from.picture] : []), ...(from.optionPictures ?? []))
    onChange(taken(question, from))
  }
  return (
    <section className="quiz-bank-question" aria-label={text.title}>
      {bank && origins.isLoadingError ? (
        <p>
          {text.checkFailed}{' '}
          <button type="button" className="ap-link" onClick={() => void origins.refetch()}>
            {text.retry}
          </button>
        </p>
      ) : null}
      {bank && origins.data ? (
        <p>{origin === undefined ? text.isGone : isChanged ? text.isChanged : text.isCopy}</p>
      ) : null}
      {isChanged ? (
        <Button size="sm" onClick={() => take(origin)}>
          {text.take}
        </Button>
      ) : null}
      {isChanged || (bank && origins.isPending) ? null : (
        <Button size="sm" variant="quiet" onClick={() => setIsSaving(true)}>
          {origin ? text.update : text.save}
        </Button>
      )}
      {isSaving ? (
        <SaveToBank
          resourceId={resourceId}
          question={question}
          origin={origin}
          onSaved={({ id, revision }) => onChange({ ...question, bank: { id, revision } })}
          onClose={() => setIsSaving(false)}
        />
      ) : null}
    </section>
  )
}

/** Replaces a copy by the bank's current version. Its group determines the points in the quiz. */
function taken(
  { key, group, points }: DraftQuestion,
  { id, revision, question }: BankQuestion,
): DraftQuestion {
  const own = group === undefined ? {} : { group, points }
  return { ...question, ...own, key, bank: { id, revision } }
}

function SaveToBank({
  resourceId,
  question,
  origin,
  onSaved,
  onClose,
}: {
  resourceId: number
  question: DraftQuestion
  origin: BankQuestion | undefined
  onSaved: (saved: BankQuestion) => void
  onClose: () => void
}) {
  const text = useText(questionBankMessages)
  const queries = useQueryClient()
  const [tags, setTags] = useState(origin?.tags.join(', ') ?? '')
  const hasText = question.question.trim() !== ''
  const save = useMutation({
    mutationFn: (typed: string) =>
      call('saveBankQuestion', {
        params: { id: resourceId },
        body: {
          question,
          tags: typed
            .split(',')
            .map((tag) => tag.trim())
            .filter((tag) => tag !== ''),
          ...(origin && { changes: { id: origin.id, revision: origin.revision } }),
        },
      }),
    onSuccess: ({ data }) => {
      onSaved(data)
      return queries.invalidateQueries({ queryKey: bankKey })
    },
  })
  const { send, dialog } = useDialogSave({
    save,
    failed: text.saveFailed,
    notice: () => text.saved,
    onClose,
  })
  return (
    <FormDialog
      {...dialog}
      title={origin ? text.updateTitle : text.saveTitle}
      text={origin ? text.updateText : text.saveText}
      action={origin ? text.update : text.save}
      busyLabel={text.saving}
      error={dialog.error ?? (hasText ? undefined : text.needsText)}
      disabled={!hasText}
      onSubmit={(event) => {
        event.preventDefault()
        void send(tags)
      }}
    >
      <TextField
        label={text.tags}
        hint={text.tagsHint}
        maxLength={420}
        value={tags}
        onChange={({ target }) => setTags(target.value)}
      />
    </FormDialog>
  )
}
