import { useText } from '#web/platform/language/messages.ts'
import { practiceMessages } from './messages.en.ts'
import { pythonTimeMs, runTimeMs, type PracticeResult } from './practice.ts'
import { SqlOutput } from './run/sql-output.tsx'
import { passesAll, type RunState } from './use-run.ts'

type CodeLanguage = 'javascript' | 'python'
type Texts = (typeof practiceMessages)['texts']

const timesMs: Record<CodeLanguage, number> = { javascript: runTimeMs, python: pythonTimeMs }

export function PracticeOutput({ state }: { state: RunState }) {
  const text = useText(practiceMessages)
  if (state.run === 'unavailable') return <p data-tone="danger">{text.unavailable}</p>
  if (state.run === 'loading') return <p>{text.loadingPython}</p>
  if (state.run !== 'done') return null
  if (state.language === 'sql') return <SqlOutput result={state.result} />
  return <CodeOutput language={state.language} result={state.result} />
}

function CodeOutput({ language, result }: { language: CodeLanguage; result: PracticeResult }) {
  const text = useText(practiceMessages)
  const { lines, wasCut, failure, checks } = result
  return (
    <>
      {lines.length > 0 ? (
        <pre aria-label={text.printed}>
          {lines.join('\n')}
          {wasCut ? `\n${text.cut}` : ''}
        </pre>
      ) : null}
      {failure ? (
        <p data-tone="danger">{failureText(failure, text, timesMs[language] / 1000)}</p>
      ) : checks.length > 0 ? (
        <Checks result={result} />
      ) : lines.length === 0 ? (
        <p>{language === 'python' ? text.nothingPrintedPython : text.nothingPrinted}</p>
      ) : null}
    </>
  )
}

function failureText(failure: NonNullable<PracticeResult['failure']>, text: Texts, seconds: number): string {
  switch (failure.kind) {
    case 'threw':
      return failure.line === null ? failure.message : text.inLine(failure.line, failure.message)
    case 'time':
      return text.tooLong(seconds)
    case 'memory':
      return text.tooMuchMemory
    case 'input':
      return text.noInput
  }
}

const isName = /^[\w$]+$/
const noValues = ['null', 'undefined', 'None']

function Checks({ result }: { result: PracticeResult }) {
  const text = useText(practiceMessages)
  const { checks } = result
  /**
   * Shows the required value of a call, because it tells what the code must do. The required value of a variable is hidden, because
   * it would be the answer itself.
   */
  const wrongText = (expression: string, got: string, expected: string): string => {
    if (!isName.test(expression)) return text.wrong(got, expected)
    return noValues.includes(got) ? text.empty : text.notRight(got)
  }
  const passed = checks.filter((check) => check.passed).length
  return (
    <>
      <p data-tone={passesAll(result) ? 'success' : undefined}>{text.passed(passed, checks.length)}</p>
      <ul>
        {checks.map(({ expression, expected, got, passed: isRight }) => (
          <li key={expression} data-passed={isRight}>
            <span>
              <code translate="no">{expression}</code>{' '}
              {isRight ? text.right(got) : wrongText(expression, got, expected)}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
