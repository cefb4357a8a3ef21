import type { PracticeExercise } from '@apogee/contracts/courses/practice.ts'
import { exerciseCodeMaxLength } from '@apogee/contracts/limits.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/disclosure.tsx'
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { draftOf } from '#web/platform/drafts.ts'
import { useText } from '#web/platform/messages.ts'
import { practiceMessages } from './messages.en.ts'
import './practice.css'
import { indentNewLine } from './new-line.ts'
import { PracticeOutput } from './practice-output.tsx'
import { isBusy, useRun } from './use-run.ts'

/** Runs that were not right before the author's solution is offered. */
const missesBeforeSolution = 3

/** The code in a pad. */
export interface PracticeWork {
  code: string
  /** It passed all checks. */
  isPassing: boolean
}

/** A pad whose code stays in this tab, as a draft. Use the lesson as key. */
export function DraftPad({
  userId,
  place,
  exercise,
}: {
  userId: number
  /** Name of the code's draft. */
  place: string
  exercise: PracticeExercise | null
}) {
  const [draft] = useState(() =>
    draftOf(userId, `exercise ${place}`, { code: exercise?.starter ?? '', passed: '' }),
  )
  return (
    <PracticePad
      exercise={exercise}
      start={{ code: draft.fields.code, isPassing: draft.fields.passed === 'yes' }}
      onWork={({ code, isPassing }) => draft.keep({ code, passed: isPassing ? 'yes' : '' })}
    />
  )
}

/**
 * The block under a lesson (docs/specification.md#lesson-viewer). Its code runs in the learner's browser, isolated from the page.
 * `exercise` null: a scratchpad without a task.
 */
export function PracticePad({
  exercise,
  start,
  onWork,
  onLeave,
  status,
}: {
  exercise: PracticeExercise | null
  /** What the pad opens with. */
  start: PracticeWork
  /** Each change of the code, and a pass. */
  onWork: (work: PracticeWork) => void
  /** The code field was left. */
  onLeave?: () => void
  /** Where the code is saved. */
  status?: ReactNode
}) {
  const text = useText(practiceMessages)
  const id = useId()
  const starter = exercise?.starter ?? ''
  const [code, setCode] = useState(start.code)
  const editor = useRef<HTMLTextAreaElement>(null)
  /** While the code is the one that passed all checks, also after a reload. */
  const [isPassing, setPassing] = useState(start.isPassing)
  const [state, run, reset] = useRun(code, exercise, () => {
    // It may have been changed while it ran.
    if (editor.current?.value !== code) return
    setPassing(true)
    onWork({ code, isPassing: true })
  })

  function write(changed: string) {
    setCode(changed)
    setPassing(false)
    onWork({ code: changed, isPassing: false })
  }

  return (
    <section
      className="ap-panel practice-pad"
      data-clip=""
      aria-labelledby={`${id}-title`}
      data-quiet={exercise ? undefined : ''}
    >
      <PadHead {...{ id, exercise, isPassing, run }} isRunning={isBusy(state)} />
      <CodeEditor
        ref={editor}
        describedBy={`${id}-task ${id}-keys`}
        rows={exercise ? 8 : 4}
        value={code}
        onChange={write}
        onLeave={onLeave}
        onRun={() => {
          if (!isBusy(state)) run()
        }}
      />
      <div className="practice-output" role="status">
        <PracticeOutput state={state} />
      </div>
      {exercise?.solution && (isPassing || state.misses >= missesBeforeSolution) ? (
        <Disclosure className="practice-solution" title={text.solution}>
          <pre>{exercise.solution}</pre>
        </Disclosure>
      ) : null}
      <PadFooter
        id={`${id}-keys`}
        status={status}
        onReset={
          code === starter
            ? null
            : () => {
                write(starter)
                reset()
                editor.current?.focus()
              }
        }
      />
    </section>
  )
}

/** The task, and what belongs to it. */
function PadHead({
  id,
  exercise,
  isPassing,
  isRunning,
  run,
}: {
  id: string
  exercise: PracticeExercise | null
  isPassing: boolean
  isRunning: boolean
  run: () => void
}) {
  const text = useText(practiceMessages)
  return (
    <>
      <header>
        <div>
          <h3 id={`${id}-title`} className="ap-h4">
            {text.exercise} {isPassing ? <Badge tone="positive">{text.allPassed}</Badge> : null}
          </h3>
          <p id={`${id}-task`} className="practice-task text-sm text-secondary">
            {exercise?.prompt ?? text.scratchpad}
          </p>
        </div>
        <Button size="sm" busy={isRunning} onClick={run}>
          {text.runCode}
        </Button>
      </header>
      {exercise?.language === 'sql' ? (
        <Disclosure className="practice-tables" title={text.sqlTables}>
          <pre>{exercise.setup}</pre>
        </Disclosure>
      ) : null}
    </>
  )
}

/** `onReset` null: the code is the one that the pad starts with. */
function PadFooter({ id, status, onReset }: { id: string; status: ReactNode; onReset: (() => void) | null }) {
  const text = useText(practiceMessages)
  return (
    <footer>
      <p id={id} className="text-sm text-secondary">
        {text.keys} {status}
      </p>
      {onReset ? (
        <Button variant="quiet" size="sm" onClick={onReset}>
          {text.reset}
        </Button>
      ) : null}
    </footer>
  )
}

/** Ctrl or ⌘ and Enter run the code; Tab leaves the editor, as everywhere on a page. */
function CodeEditor({
  ref,
  describedBy,
  rows,
  value,
  onChange,
  onLeave,
  onRun,
}: {
  ref: RefObject<HTMLTextAreaElement | null>
  describedBy: string
  rows: number
  value: string
  onChange: (code: string) => void
  onLeave: (() => void) | undefined
  onRun: () => void
}) {
  const text = useText(practiceMessages)
  return (
    <textarea
      ref={ref}
      className="practice-code"
      aria-label={text.code}
      aria-describedby={describedBy}
      rows={rows}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      maxLength={exerciseCodeMaxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        const isRun = event.ctrlKey || event.metaKey
        if (isRun) onRun()
        if (isRun || (!event.shiftKey && indentNewLine(event.currentTarget))) event.preventDefault()
      }}
    />
  )
}
