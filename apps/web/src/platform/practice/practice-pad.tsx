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
import type { PracticeResult } from './practice.ts'
import { SqlOutput } from './sql-output.tsx'
import type { SqlResult } from './sql.ts'

type Outcome = { language: 'javascript'; result: PracticeResult } | { language: 'sql'; result: SqlResult }
type State = { run: 'never' | 'running' | 'unavailable' } | ({ run: 'done' } & Outcome)

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
      <PadHead {...{ id, exercise, isPassing, run }} isRunning={state.run === 'running'} />
      <CodeEditor
        ref={editor}
        describedBy={`${id}-task ${id}-keys`}
        rows={exercise ? 8 : 4}
        value={code}
        onChange={write}
        onLeave={onLeave}
        onRun={() => {
          if (state.run !== 'running') run()
        }}
      />
      <div className="practice-output" role="status">
        <Output state={state} />
      </div>
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

const isName = /^[\w$]+$/

/** Loads the engine of the language. `exercise` null: a scratchpad. */
async function outcomeOf(code: string, exercise: PracticeExercise | null): Promise<Outcome> {
  if (exercise?.language === 'sql') {
    const { runSqlInWorker } = await import('./run-sql-in-worker.ts')
    const { setup, solution, isOrdered } = exercise
    return { language: 'sql', result: await runSqlInWorker({ code, setup, solution, isOrdered }) }
  }
  const { runInWorker } = await import('./run-in-worker.ts')
  return { language: 'javascript', result: await runInWorker({ code, checks: exercise?.checks ?? [] }) }
}

const isPass = (outcome: Outcome): boolean => {
  if (outcome.language === 'sql') return outcome.result.verdict?.kind === 'right'
  const { failure, checks } = outcome.result
  return checks.length > 0 && !failure && checks.every(({ passed }) => passed)
}

/** Runs the code in a worker; `reset` clears the last result. `onPassed`: it is right. */
function useRun(code: string, exercise: PracticeExercise | null, onPassed: () => void) {
  const [state, setState] = useState<State>({ run: 'never' })

  async function run() {
    setState({ run: 'running' })
    try {
      const outcome = await outcomeOf(code, exercise)
      setState({ run: 'done', ...outcome })
      if (isPass(outcome)) onPassed()
    } catch (error) {
      console.warn(error)
      setState({ run: 'unavailable' })
    }
  }

  return [state, () => void run(), () => setState({ run: 'never' })] as const
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
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onRun()
      }}
    />
  )
}

function Output({ state }: { state: State }) {
  const text = useText(practiceMessages)
  if (state.run === 'unavailable') return <p data-tone="danger">{text.unavailable}</p>
  if (state.run !== 'done') return null
  return state.language === 'sql' ? <SqlOutput result={state.result} /> : <CodeOutput result={state.result} />
}

function CodeOutput({ result }: { result: PracticeResult }) {
  const text = useText(practiceMessages)
  const { lines, wasCut, failure, checks: checked } = result
  /** The required value of a variable would be the answer itself; of a call it says what the code must do. */
  const wrongText = (expression: string, got: string, expected: string): string => {
    if (!isName.test(expression)) return text.wrong(got, expected)
    return got === 'null' || got === 'undefined' ? text.empty : text.notRight(got)
  }
  const passed = checked.filter((check) => check.passed).length
  return (
    <>
      {lines.length > 0 ? (
        <pre aria-label={text.printed}>
          {lines.join('\n')}
          {wasCut ? `\n${text.cut}` : ''}
        </pre>
      ) : null}
      {failure ? (
        <p data-tone="danger">
          {failure.kind === 'threw'
            ? failure.line === null
              ? failure.message
              : text.inLine(failure.line, failure.message)
            : failure.kind === 'time'
              ? text.tooLong
              : text.tooMuchMemory}
        </p>
      ) : checked.length === 0 ? (
        lines.length === 0 ? (
          <p>{text.nothingPrinted}</p>
        ) : null
      ) : (
        <>
          <p data-tone={passed === checked.length ? 'success' : undefined}>
            {text.passed(passed, checked.length)}
          </p>
          <ul>
            {checked.map(({ expression, expected, got, passed: isRight }) => (
              <li key={expression} data-passed={isRight}>
                <span>
                  <code>{expression}</code> {isRight ? text.right(got) : wrongText(expression, got, expected)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
