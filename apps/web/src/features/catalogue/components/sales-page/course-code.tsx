import { AppliedCode, CodeForm } from '#web/shared/buying/code-form.tsx'
import { codeMessages } from '#web/shared/buying/code-messages.en.ts'
import { useFailureText } from '#web/platform/failures/failure-text.ts'
import { useText } from '#web/platform/language/messages.ts'
import type { CourseCode } from '../../use-code.ts'

/** Shows the coupon field of Buy Now: the code of the address, its result, and its removal. */
export function CourseCodeField({ code }: { code: CourseCode }) {
  const text = useText(codeMessages)
  const problem = useProblem(code)
  if (code.applied) {
    return (
      <AppliedCode code={code.applied} onRemove={() => code.setCode('')}>
        <span>{text.applied(code.applied)}</span>
      </AppliedCode>
    )
  }
  return (
    <CodeForm
      key={code.typed}
      initial={code.typed}
      problem={problem}
      isChecking={code.isChecking}
      onApply={code.setCode}
    />
  )
}

function useProblem({ refusal, error }: CourseCode): string | undefined {
  const text = useText(codeMessages)
  const failureText = useFailureText()
  if (error) return failureText(error, text.failed)
  if (!refusal) return undefined
  return refusal === 'other_courses' ? text.other_course : text[refusal]
}
