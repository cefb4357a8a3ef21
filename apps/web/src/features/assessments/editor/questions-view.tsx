import { attemptTotals } from '@apogee/contracts/assessments/quiz-groups.ts'
import { newQuestion, type DraftQuestion, type QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { questionKinds, type QuestionKind } from '@apogee/contracts/assessments/assessments.ts'
import { Button } from '@apogee/ui/button.tsx'
import { Icon } from '@apogee/ui/icons/icon.tsx'
import { lazyWithRetry } from '@apogee/ui/lazy-with-retry.ts'
import { Notice, useNotify } from '@apogee/ui/feedback/notice.tsx'
import { Select } from '@apogee/ui/fields/select.tsx'
import { EmptyState } from '@apogee/ui/feedback/state.tsx'
import { Suspense, use, useState, type ReactNode } from 'react'
import { lazyOnPress } from '@apogee/ui/lazy-on-press.tsx'
import { useText } from '#web/platform/language/messages.ts'
import { newId } from '#web/platform/session/new-id.ts'
import { inserted, moved, replaced, useProblemAt, without, type ViewProps } from './draft-fields.ts'
import { kindTexts } from './kind-texts.ts'
import { QuizPictures } from './picture-uploads.ts'
import { QuestionEditor } from './question-editor.tsx'
import { importPreviewMessages } from '../messages/import-preview.en.ts'
import { quizEditorMessages } from '../messages/quiz-editor.en.ts'
import { QuizFiles } from './formats/quiz-files.tsx'
import './quiz-editor.css'

const BankDialog = lazyOnPress(() => import('./bank-dialog.tsx').then((module) => module.BankDialog))
const BankOfQuestion = lazyWithRetry(() =>
  import('./bank-question.tsx').then((module) => module.BankOfQuestion),
)

type Groups = NonNullable<QuizDraft['settings']['groups']>

/** Returns the number of questions and points of an attempt, as far as the typed texts are numbers. */
function askedInDraft({ settings: { groups = [] }, questions }: QuizDraft) {
  const numberOf = (text: string) => Number(text) || 0
  const typed = questions.map(({ group, points }) => ({ group, points: numberOf(points) }))
  const drawn = groups.map(({ name, draw }) => ({ name, draw: numberOf(draw) }))
  return {
    ...attemptTotals({ groups: drawn, questions: typed }),
    allPoints: typed.reduce((sum, { points }) => sum + points, 0),
    isDrawn: groups.length > 0,
  }
}

export function QuestionsView({
  quiz,
  problems,
  resourceId,
  title,
  onChange,
}: ViewProps & { resourceId: number; title: string }) {
  const text = useText(quizEditorMessages)
  const { questions } = quiz
  const [chosen, setChosen] = useState(questions[0]?.key ?? '')
  const [removed, setRemoved] = useState<{ question: DraftQuestion; index: number } | null>(null)
  const index = Math.max(0, placeOf(questions, chosen))
  const question = questions[index]
  const set = (changed: DraftQuestion[]) => onChange({ ...quiz, questions: changed })
  const insert = (at: number, ...added: DraftQuestion[]) => {
    set(inserted(questions, at, ...added))
    setChosen(added[0]?.key ?? chosen)
  }
  const { imported, add, takeBack } = useImport(onChange, setChosen)
  const remove = (gone: DraftQuestion) => {
    set(without(questions, index))
    setRemoved({ question: gone, index })
    setChosen((questions[index + 1] ?? questions[index - 1])?.key ?? '')
  }
  const restore = ({ question: again, index: at }: NonNullable<typeof removed>) => {
    insert(at, again)
    setRemoved(null)
  }
  return (
    <>
      {imported ? <ImportDone imported={imported} onUndo={takeBack} /> : null}
      {removed ? <Removed place={removed.index + 1} onUndo={() => restore(removed)} /> : null}
      <div className="quiz-edit-columns">
        <aside className="ap-panel quiz-edit-list">
          <QuestionList quiz={quiz} problems={problems} index={index} onChoose={setChosen} />
          <AddQuestion onAdd={(kind) => insert(questions.length, newQuestion(kind, newId()))} />
          <AddFromBank resourceId={resourceId} onAdd={(copies) => insert(questions.length, ...copies)} />
          <QuizFiles quiz={quiz} title={title} onImport={add} />
        </aside>
        {question ? (
          <section className="ap-panel quiz-edit-panel" aria-label={text.question(index + 1)}>
            <QuestionHead
              question={question}
              index={index}
              count={questions.length}
              onMove={(by) => set(moved(questions, index, by))}
              onDuplicate={() => insert(index + 1, { ...question, key: newId() })}
              onRemove={() => remove(question)}
            />
            <QuestionEditor
              key={question.key}
              question={question}
              index={index}
              problems={problems}
              groups={quiz.settings.groups}
              onChange={(changed) => set(replaced(questions, index, changed))}
            />
            <Suspense>
              <BankOfQuestion
                key={`bank ${question.key}`}
                resourceId={resourceId}
                question={question}
                originIds={questions.flatMap(({ bank }) => (bank ? [bank.id] : []))}
                onChange={(changed) => set(replaced(questions, index, changed))}
              />
            </Suspense>
          </section>
        ) : (
          <EmptyState title={text.noQuestions} titleAs="h2" text={text.noQuestionsHint} />
        )}
      </div>
    </>
  )
}

/** Adds imported questions and their groups. A group that exists already keeps its number of drawn questions. */
function withImported({ settings, questions }: QuizDraft, added: DraftQuestion[], groups: Groups): QuizDraft {
  const own = settings.groups ?? []
  const further = groups.filter(({ name }) => own.every((one) => one.name !== name))
  return {
    settings: further.length > 0 ? { ...settings, groups: [...own, ...further] } : settings,
    questions: [...questions, ...added],
  }
}

const placeOf = (questions: readonly DraftQuestion[], wanted: string) =>
  questions.findIndex(({ key }) => key === wanted)

/** Adds the questions of files, and can undo the last import. */
function useImport(onChange: (quiz: QuizDraft) => void, setChosen: (key: string) => void) {
  const [imported, setImported] = useState<Imported | null>(null)
  const notify = useNotify()
  const text = useText(importPreviewMessages)
  const { current } = use(QuizPictures)
  const add = (added: DraftQuestion[], groups: Groups) => {
    // The quiz may have changed while the file's pictures were uploaded, so its current state is read here.
    const before = current()
    onChange(withImported(before, added, groups))
    if (added[0]) setChosen(added[0].key)
    setImported({ keys: added.map(({ key }) => key), groups: before.settings.groups })
  }
  const takeBack = ({ keys, groups }: Imported) => {
    onChange(withoutImported(current(), keys, groups))
    setImported(null)
    notify({ text: text.takenBack(keys.length) })
  }
  return { imported, add, takeBack }
}

function ImportDone({ imported, onUndo }: { imported: Imported; onUndo: (imported: Imported) => void }) {
  const text = useText(quizEditorMessages)
  const { takeBack } = useText(importPreviewMessages)
  return (
    <Undoable label={takeBack} onUndo={() => onUndo(imported)}>
      {text.imported(imported.keys.length)}
    </Undoable>
  )
}

/** Holds what undoing the import needs: the keys of its questions, and the groups that existed before. */
interface Imported {
  keys: string[]
  groups: Groups | undefined
}

/** Removes imported questions, and the groups that the import added unless other questions use them. */
function withoutImported(
  { settings: { groups = [], ...settings }, questions }: QuizDraft,
  keys: readonly string[],
  before: Groups = [],
): QuizDraft {
  const left = questions.filter(({ key }) => !keys.includes(key))
  const kept = groups.filter(
    ({ name }) => before.some((one) => one.name === name) || left.some(({ group }) => group === name),
  )
  return { settings: { ...settings, ...(kept.length > 0 && { groups: kept }) }, questions: left }
}

function Undoable({ label, onUndo, children }: { label: string; onUndo: () => void; children: ReactNode }) {
  return (
    <Notice
      tone="info"
      link={
        <button type="button" className="ap-link" onClick={onUndo}>
          {label}
        </button>
      }
    >
      <span>{children}</span>
    </Notice>
  )
}

function Removed({ place, onUndo }: { place: number; onUndo: () => void }) {
  const text = useText(quizEditorMessages)
  return (
    <Undoable label={text.undo} onUndo={onUndo}>
      {text.removed(place)}
    </Undoable>
  )
}

function QuestionHead({
  question,
  index,
  count,
  onMove,
  onDuplicate,
  onRemove,
}: {
  question: DraftQuestion
  index: number
  count: number
  onMove: (by: 1 | -1) => void
  onDuplicate: () => void
  onRemove: () => void
}) {
  const text = useText(quizEditorMessages)
  const quiet = { size: 'sm', variant: 'quiet' } as const
  return (
    <header className="quiz-edit-question-head">
      <h2 className="ap-h4">
        {text.question(index + 1)} <span className="quiz-edit-kind">{text[kindTexts[question.type]]}</span>
      </h2>
      <span className="quiz-edit-actions">
        <Button {...quiet} disabled={index === 0} onClick={() => onMove(-1)}>
          {text.moveUp}
        </Button>
        <Button {...quiet} disabled={index === count - 1} onClick={() => onMove(1)}>
          {text.moveDown}
        </Button>
        <Button {...quiet} onClick={onDuplicate}>
          {text.duplicate}
        </Button>
        <Button {...quiet} icon="trash" onClick={onRemove}>
          {text.remove}
        </Button>
      </span>
    </header>
  )
}

function QuestionList({
  quiz,
  problems,
  index: chosen,
  onChoose,
}: Pick<ViewProps, 'quiz' | 'problems'> & { index: number; onChoose: (key: string) => void }) {
  const text = useText(quizEditorMessages)
  const { questions } = quiz
  const problemAt = useProblemAt(problems)
  const asked = askedInDraft(quiz)
  const general = problemAt('questions')
  return (
    <nav aria-label={text.questions}>
      <p className="quiz-edit-sum">{text.sum(questions.length, asked.allPoints)}</p>
      {asked.isDrawn ? <p className="quiz-edit-sum">{text.drawnSum(asked.questions, asked.points)}</p> : null}
      {general ? <Notice tone="danger">{general}</Notice> : null}
      <ol className="quiz-edit-places">
        {questions.map((question, index) => {
          const isIncomplete = problems.some(({ path }) => path.startsWith(`questions.${index}.`))
          return (
            <li key={question.key}>
              <button
                type="button"
                aria-current={index === chosen ? 'step' : undefined}
                onClick={() => onChoose(question.key)}
              >
                <span className="quiz-edit-place">{index + 1}</span>
                <span className="quiz-edit-name">
                  {question.question.trim() === '' ? text.untitled : question.question}
                  <span className="quiz-edit-kind">
                    {text[kindTexts[question.type]]}
                    {question.group === undefined ? null : ` · ${question.group}`}
                    {isIncomplete ? (
                      <>
                        {' · '}
                        <Icon name="alert" size="sm" /> {text.hasProblems}
                      </>
                    ) : null}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function AddFromBank({
  resourceId,
  onAdd,
}: {
  resourceId: number
  onAdd: (copies: DraftQuestion[]) => void
}) {
  const text = useText(quizEditorMessages)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        {text.addFromBank}
      </Button>
      {isOpen ? <BankDialog resourceId={resourceId} onAdd={onAdd} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

function AddQuestion({ onAdd }: { onAdd: (kind: QuestionKind) => void }) {
  const text = useText(quizEditorMessages)
  const [kind, setKind] = useState<QuestionKind>('multiple-choice')
  return (
    <div className="quiz-edit-add">
      <Select
        label={text.kind}
        value={kind}
        options={questionKinds.map((value) => ({ value, label: text[kindTexts[value]] }))}
        onChange={({ target }) =>
          setKind(questionKinds.find((known) => known === target.value) ?? 'multiple-choice')
        }
      />
      <Button icon="plus" onClick={() => onAdd(kind)}>
        {text.add}
      </Button>
    </div>
  )
}
