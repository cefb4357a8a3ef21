import { isRecallKind } from '@apogee/contracts/assessments/recall-kinds.ts'
import type { BankQuestion } from '@apogee/contracts/assessments/question-bank.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { Button, IconButton } from '@apogee/ui/button.tsx'
import { Checkbox } from '@apogee/ui/fields/checkbox.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { SkeletonRows } from '@apogee/ui/feedback/skeleton.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { useNotify } from '@apogee/ui/feedback/notice.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { ListSearch, useListSearch } from '#web/platform/lists/list-search.tsx'
import { call } from '#web/platform/transfer/client.ts'
import { FormDialog } from '#web/platform/forms/form-dialog.tsx'
import { LoadStates } from '#web/platform/failures/load-states.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { pictureCopy } from '#web/shared/picture/picture-copy.ts'
import { useViewer } from '#web/platform/session/session.tsx'
import { bankKey, bankQuery } from '../api/question-bank.ts'
import { questionBankMessages } from '../messages/question-bank.en.ts'
import { QuizPictures } from './picture-uploads.ts'
import './question-bank.css'

/** Copies a question of the bank. `bank` records the origin of the copy and its revision. */
const copyOf = ({ id, revision, question }: BankQuestion): DraftQuestion => ({
  ...question,
  key: newId(),
  bank: { id, revision },
})

/** Chooses questions of the bank. The choice persists across searches. */
export function BankDialog({
  resourceId,
  isForRecall = false,
  onAdd,
  onClose,
}: {
  resourceId: number
  /** True means that one question is chosen, of a kind that can be asked after a video. */
  isForRecall?: boolean
  onAdd: (questions: DraftQuestion[]) => void
  onClose: () => void
}) {
  const text = useText(questionBankMessages)
  const notify = useNotify()
  const pictures = use(QuizPictures)
  const [tag, setTag] = useState('')
  const [chosen, setChosen] = useState<readonly BankQuestion[]>([])
  const { search, ...searching } = useListSearch()
  const bank = useQuery(bankQuery(resourceId, { search, tag }, useViewer()))
  return (
    <FormDialog
      title={isForRecall ? text.addOneTitle : text.addTitle}
      text={text.addText}
      action={text.addChosen(chosen.length)}
      disabled={chosen.length === 0}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        pictures.add(
          ...chosen.flatMap(({ picture, optionPictures = [] }) => [
            ...(picture ? [picture] : []),
            ...optionPictures,
          ]),
        )
        onAdd(chosen.map(copyOf))
        notify({ text: text.added(chosen.length) })
        onClose()
      }}
    >
      <div className="quiz-bank-filter">
        <ListSearch label={text.search} {...searching} />
        <Select
          label={text.tag}
          labelHidden
          placeholder={text.anyTag}
          value={tag}
          options={(bank.data?.tags ?? [tag].filter(Boolean)).map((value) => ({ value, label: value }))}
          onChange={({ target }) => setTag(target.value)}
        />
      </div>
      <LoadStates query={bank} skeleton={<SkeletonRows count={3} />} failed={text.failed}>
        {(found) => (
          <BankList
            resourceId={resourceId}
            isForRecall={isForRecall}
            found={found}
            chosen={chosen}
            setChosen={setChosen}
            isFiltered={search !== '' || tag !== ''}
          />
        )}
      </LoadStates>
    </FormDialog>
  )
}

function BankList({
  resourceId,
  isForRecall,
  found: { questions, total },
  isFiltered,
  chosen,
  setChosen,
}: {
  resourceId: number
  isForRecall: boolean
  found: { questions: BankQuestion[]; total: number }
  isFiltered: boolean
  chosen: readonly BankQuestion[]
  setChosen: (chosen: readonly BankQuestion[]) => void
}) {
  const text = useText(questionBankMessages)
  if (questions.length === 0) {
    return (
      <EmptyState
        titleAs="h3"
        title={isFiltered ? text.none : text.empty}
        text={isFiltered ? text.noneHint : text.emptyHint}
      />
    )
  }
  return (
    <>
      <ul className="quiz-bank-list">
        {questions.map((question) => {
          const others = chosen.filter(({ id }) => id !== question.id)
          const isChosen = others.length < chosen.length
          return (
            <BankRow
              key={question.id}
              resourceId={resourceId}
              question={question}
              isChosen={isChosen}
              isOpen={!isForRecall || isRecallKind(question.question.type)}
              onToggle={() => setChosen(isChosen ? others : isForRecall ? [question] : [...chosen, question])}
              onGone={() => setChosen(others)}
            />
          )
        })}
      </ul>
      {total > questions.length ? (
        <p className="ap-field-hint">{text.shownOf(questions.length, total)}</p>
      ) : null}
    </>
  )
}

function BankRow({
  resourceId,
  question: { id, question, tags, picture },
  isChosen,
  isOpen,
  onToggle,
  onGone,
}: {
  resourceId: number
  question: BankQuestion
  isChosen: boolean
  /** False means that the question cannot be chosen here. */
  isOpen: boolean
  onToggle: () => void
  onGone: () => void
}) {
  const text = useText(questionBankMessages)
  const queries = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const remove = useAnnouncedMutation({
    mutationFn: () => call('deleteBankQuestion', { params: { id: resourceId, bankQuestionId: id } }),
    onSuccess: () => {
      onGone()
      return queries.invalidateQueries({ queryKey: bankKey })
    },
    failed: text.removeFailed,
  })
  return (
    <li>
      <div className="quiz-bank-row">
        {picture ? (
          <img
            className="quiz-bank-picture"
            src={pictureCopy(picture.url, 192) ?? picture.url}
            alt={question.picture?.alt ?? ''}
            loading="lazy"
          />
        ) : null}
        <Checkbox
          label={question.question}
          hint={isOpen ? (tags.length > 0 ? tags.join(', ') : undefined) : text.notAfterVideo}
          disabled={!isOpen}
          checked={isChosen}
          onChange={onToggle}
        />
        <IconButton icon="trash" label={text.remove(question.question)} onClick={() => setIsAsked(true)} />
      </div>
      {isAsked ? (
        <div className="quiz-bank-ask" role="group" aria-label={text.removeAsk}>
          <p>{text.removeAsk}</p>
          <Button
            size="sm"
            variant="danger"
            busy={remove.isPending}
            busyLabel={text.removing}
            onClick={() => remove.mutate()}
          >
            {text.removeYes}
          </Button>
          <Button size="sm" onClick={() => setIsAsked(false)}>
            {text.removeNo}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
