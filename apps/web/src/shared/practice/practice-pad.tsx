import { pressedKey } from '@apogee/ui/pressed-key.ts'
import { exerciseCodeMaxLength } from '@apogee/contracts/limits.ts'
import { Badge } from '@apogee/ui/badge.tsx'
import { Button } from '@apogee/ui/button.tsx'
import { Disclosure } from '@apogee/ui/feedback/disclosure.tsx'
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { draftOf } from '#web/platform/drafts/drafts.ts'
import { useText } from '#web/platform/language/messages.ts'
import { practiceMessages } from './messages.en.ts'
import './practice.css'
import { ExerciseTables } from './exercise-tables.tsx'
import { CodeField } from './code-field.tsx'
import { Hints } from './hints.tsx'
import { indentNewLine } from './insert-text.ts'
import { practiceLanguageNames, setupOf, symbolsOf, type PadTask } from './pad-task.ts'
import { PracticeOutput } from './practice-output.tsx'
import { isBusy, useRun, type RunState } from './use-run.ts'

/** The author's solution is offered after this many failed runs. */
const missesBeforeSolution = 3

export interface PracticeWork {
  code: string
  /** True means that the code passed all checks. */
  isPassing: boolean
}

/** Shows a pad whose code stays in this tab as a draft. The lesson must be the key. */
export function DraftPad({ userId, place, task }: { userId: number; place: string; task: PadTask }) {
  const [draft] = useState(() => draftOf(userId, `exercise ${place}`, { code: starterOf(task), passed: '' }))
  return (
    <PracticePad
      task={task}
      start={{ code: draft.fields.code, isPassing: draft.fields.passed === 'yes' }}
      onWork={({ code, isPassing }) => draft.keep({ code, passed: isPassing ? 'yes' : '' })}
    />
  )
}

/**
 * Shows the block under a lesson (docs/specification.md#lesson-viewer). The code runs in the learner's browser, isolated from the
 * page.
 */
export function PracticePad({
  task,
  start,
  onWork,
  onLeave,
  status,
}: {
  task: PadTask
  /** `start` is the initial content of the pad. */
  start: PracticeWork
  /** Runs when the code changes, and when it has passed all checks. */
  onWork: (work: PracticeWork) => void
  onLeave?: () => void
  /** `status` tells where the code is saved. */
  status?: ReactNode
}) {
  const id = useId()
  const starter = starterOf(task)
  const isExercise = task.kind === 'exercise'
  const [code, setCode] = useState(start.code)
  /** Holds the code that starting over has replaced, until other code is written. */
  const [replaced, setReplaced] = useState<string | null>(null)
  const editor = useRef<HTMLTextAreaElement>(null)
  /** True while the code is the code that passed all checks, even after a reload. */
  const [isPassing, setPassing] = useState(start.isPassing)
  const [state, run, reset] = useRun(code, task, () => {
    // The code has changed during the run, so the result does not apply to it.
    if (editor.current?.value !== code) return
    setPassing(true)
    onWork({ code, isPassing: true })
  })

  function write(changed: string) {
    setCode(changed)
    setReplaced(null)
    setPassing(false)
    onWork({ code: changed, isPassing: false })
  }

  /** Starts over, or brings the replaced code back. */
  const put = (changed: string, was: string | null) => {
    write(changed)
    setReplaced(was)
    if (was !== null) reset()
    editor.current?.focus()
  }

  const tryRun = () => {
    if (!isBusy(state)) run()
  }

  return (
    <section
      className="ap-panel practice-pad"
      data-clip=""
      aria-labelledby={`${id}-title`}
      data-quiet={isExercise ? undefined : ''}
    >
      <div className="practice-sides">
        <div className="practice-brief">
          <PadHead id={id} task={task} isPassing={isPassing} />
          {task.kind === 'exercise' && task.hints ? <Hints hints={task.hints} /> : null}
        </div>
        <div className="practice-bench">
          <CodeEditor
            ref={editor}
            describedBy={`${id}-task ${id}-keys`}
            task={task}
            value={code}
            failedLine={failedLineOf(state, code)}
            onChange={write}
            onLeave={onLeave}
            onRun={tryRun}
          />
          <PadActions
            id={`${id}-keys`}
            status={status}
            isRunning={isBusy(state)}
            onRun={tryRun}
            onReset={code === starter ? null : () => put(starter, code)}
            onUndo={replaced === null ? null : () => put(replaced, null)}
          />
          <PadOutput state={state} />
          <Solution task={task} isOpen={isPassing || state.misses >= missesBeforeSolution} />
        </div>
      </div>
    </section>
  )
}

/** Shows the author's solution as soon as the learner may read it. */
function Solution({ task, isOpen }: { task: PadTask; isOpen: boolean }) {
  const text = useText(practiceMessages)
  if (!isOpen || task.kind !== 'exercise' || !task.solution) return null
  return (
    <Disclosure className="practice-solution" title={text.solution}>
      <pre>{task.solution}</pre>
    </Disclosure>
  )
}

/** Returns the line at which the last run failed, while the code is still the one that ran. */
const failedLineOf = (state: RunState, code: string): number | null =>
  state.run === 'done' && state.code === code && state.result.failure?.kind === 'threw'
    ? state.result.failure.line
    : null

const starterOf = (task: PadTask): string => (task.kind === 'exercise' ? task.starter : '')

/** Returns how many rows the field has: the number of the code's lines, within bounds. */
const rowsFor = (code: string, [least, most]: readonly [number, number]): number =>
  Math.min(most, Math.max(least, code.split('\n').length + 1))

function PadHead({ id, task, isPassing }: { id: string; task: PadTask; isPassing: boolean }) {
  const text = useText(practiceMessages)
  const setup = setupOf(task)
  return (
    <>
      <header>
        <h3 id={`${id}-title`} className="ap-h4">
          {text.exercise} {isPassing ? <Badge tone="positive">{text.allPassed}</Badge> : null}
        </h3>
        <p id={`${id}-task`} className="practice-task text-sm text-secondary">
          {task.kind === 'exercise' ? task.prompt : text.scratchpad(practiceLanguageNames[task.language])}
        </p>
      </header>
      {setup ? <ExerciseTables setup={setup} /> : null}
    </>
  )
}

/** Shows the buttons below the code, near the cursor. A null `onReset` means that the code is the initial one. */
function PadActions({
  id,
  status,
  isRunning,
  onRun,
  onReset,
  onUndo,
}: {
  id: string
  status: ReactNode
  isRunning: boolean
  onRun: () => void
  onReset: (() => void) | null
  /** Null means that nothing was replaced. */
  onUndo: (() => void) | null
}) {
  const text = useText(practiceMessages)
  return (
    <div className="practice-actions">
      <Button size="sm" busy={isRunning} onClick={onRun}>
        {text.runCode}
      </Button>
      <p id={id} className="text-sm text-secondary">
        {text.ownBrowser} <span className="practice-keys">{text.keys}</span> {status}
      </p>
      {onReset ? (
        <Button variant="quiet" size="sm" onClick={onReset}>
          {text.reset}
        </Button>
      ) : null}
      {onUndo ? (
        <Button variant="quiet" size="sm" icon="undo" onClick={onUndo}>
          {text.undoReset}
        </Button>
      ) : null}
    </div>
  )
}

/** Scrolls into view with each result, because on a phone the code fills the screen. */
function PadOutput({ state }: { state: RunState }) {
  const output = useRef<HTMLDivElement>(null)
  const { run } = state
  useEffect(() => {
    if (run === 'done') output.current?.scrollIntoView({ block: 'nearest' })
  }, [run])
  return (
    <div ref={output} className="practice-output" data-run={run} role="status">
      <PracticeOutput state={state} />
    </div>
  )
}

/** Ctrl+Enter or ⌘+Enter runs the code. Tab leaves the editor, as it leaves other fields of a page. */
function CodeEditor({
  ref,
  describedBy,
  task,
  value,
  failedLine,
  onChange,
  onLeave,
  onRun,
}: {
  ref: RefObject<HTMLTextAreaElement | null>
  describedBy: string
  task: PadTask
  value: string
  failedLine: number | null
  onChange: (code: string) => void
  onLeave: (() => void) | undefined
  onRun: () => void
}) {
  const text = useText(practiceMessages)
  const isExercise = task.kind === 'exercise'
  const field = (
    <textarea
      ref={ref}
      className="practice-code"
      aria-label={text.code}
      aria-describedby={describedBy}
      rows={rowsFor(starterOf(task), isExercise ? [8, 18] : [4, 4])}
      wrap={isExercise ? 'off' : undefined}
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      autoCorrect="off"
      maxLength={exerciseCodeMaxLength}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Enter') return
        const isRun = event.ctrlKey || event.metaKey
        if (isRun) onRun()
        if (isRun || (!event.shiftKey && indentNewLine(event.currentTarget))) event.preventDefault()
      }}
    />
  )
  if (!isExercise) return field
  return (
    <CodeField
      language={task.language}
      code={value}
      failedLine={failedLine}
      symbols={symbolsOf[task.language]}
      field={ref}
    >
      {field}
    </CodeField>
  )
}
