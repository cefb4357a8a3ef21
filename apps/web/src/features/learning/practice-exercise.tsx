import { Button } from '@apogee/ui/button.tsx'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { draftOf } from '#web/platform/drafts.ts'
import { useText } from '#web/platform/messages.ts'
import { learningMessages } from './messages.en.ts'
import type { PracticeCheck, PracticeResult } from './practice/practice.ts'

const starter = `function average(numbers) {

}`

const checks: readonly PracticeCheck[] = [
  { expression: 'average([2, 4, 6])', expected: '4' },
  { expression: 'average([5])', expected: '5' },
  { expression: 'average([1, 2])', expected: '1.5' },
]

type State = { run: 'never' | 'running' | 'unavailable' } | { run: 'done'; result: PracticeResult }

/**
 * Spec §2: the block under a lesson. Its code runs in the learner's own browser, apart from the page, and is still
 * there when they come back to the lesson. Give it the lesson as key.
 */
export function PracticeExercise({ userId, lessonId }: { userId: number; lessonId: number }) {
  const text = useText(learningMessages)
  const id = useId()
  const [draft] = useState(() => draftOf(userId, `exercise ${lessonId}`, { code: starter }))
  const [code, setCode] = useState(draft.fields.code)
  const [state, setState] = useState<State>({ run: 'never' })
  const editor = useRef<HTMLTextAreaElement>(null)

  function write(changed: string) {
    setCode(changed)
    draft.keep({ code: changed })
  }

  async function run() {
    setState({ run: 'running' })
    try {
      const { runInWorker } = await import('./practice/run-in-worker.ts')
      setState({ run: 'done', result: await runInWorker({ code, checks }) })
    } catch (error) {
      console.warn(error)
      setState({ run: 'unavailable' })
    }
  }

  /** Ctrl or ⌘ and Enter run the code; Tab leaves the editor, as everywhere on a page. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (state.run !== 'running') void run()
  }

  return (
    <section className="ap-panel learn-exercise" data-clip="" aria-labelledby={`${id}-title`}>
      <header>
        <div>
          <h3 id={`${id}-title`} className="ap-h4">
            {text.exercise}
          </h3>
          <p id={`${id}-task`} className="text-sm text-secondary">
            {text.exerciseTask}
          </p>
        </div>
        <Button size="sm" busy={state.run === 'running'} onClick={() => void run()}>
          {text.runCode}
        </Button>
      </header>
      <textarea
        ref={editor}
        className="learn-code"
        aria-label={text.exerciseCode}
        aria-describedby={`${id}-task ${id}-keys`}
        rows={6}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        maxLength={20_000}
        value={code}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="learn-output" role="status">
        <Output state={state} />
      </div>
      <footer>
        <p id={`${id}-keys`} className="text-sm text-secondary">
          {text.exerciseKeys}
        </p>
        {code === starter ? null : (
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              write(starter)
              setState({ run: 'never' })
              editor.current?.focus()
            }}
          >
            {text.exerciseReset}
          </Button>
        )}
      </footer>
    </section>
  )
}

function Output({ state }: { state: State }) {
  const text = useText(learningMessages)
  if (state.run === 'unavailable') return <p data-tone="danger">{text.exerciseUnavailable}</p>
  if (state.run !== 'done') return null
  const { lines, wasCut, failure, checks: checked } = state.result
  const passed = checked.filter((check) => check.passed).length
  return (
    <>
      {lines.length > 0 ? (
        <pre aria-label={text.exercisePrinted}>
          {lines.join('\n')}
          {wasCut ? `\n${text.exerciseCut}` : ''}
        </pre>
      ) : null}
      {failure ? (
        <p data-tone="danger">
          {failure.kind === 'threw'
            ? failure.message
            : failure.kind === 'time'
              ? text.exerciseTooLong
              : text.exerciseTooMuchMemory}
        </p>
      ) : (
        <>
          <p data-tone={passed === checked.length ? 'success' : undefined}>
            {text.exercisePassed(passed, checked.length)}
          </p>
          <ul>
            {checked.map(({ expression, expected, got, passed: isRight }) => (
              <li key={expression} data-passed={isRight}>
                <span>
                  <code>{expression}</code>{' '}
                  {isRight ? text.exerciseRight(got) : text.exerciseWrong(got, expected)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
