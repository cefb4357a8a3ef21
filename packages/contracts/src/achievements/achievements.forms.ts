import * as z from 'zod/mini'
import { withdrawalReasonMaxLength } from '../limits.ts'
import { filledLine, filledText, limit, line } from '../texts.ts'

/** The learner reads the reason for the withdrawal. */
export const withdrawalForm = z.object({
  reason: filledText('A reason is required', withdrawalReasonMaxLength),
})

/** The limits apply to the certificate rules that the people of a course enter. */
export const certificateRuleLimits = {
  /** A rule may require from `least` to `most` percent of each video. A learner can also complete a video by hand. */
  watched: { least: 50, most: 95 },
  quiz: { least: 1, most: 100 },
  /** The range is half an hour to a thousand hours. */
  minutes: { least: 30, most: 60_000 },
  signer: 100,
  /** The limit is the size of a picture in bytes. */
  signature: 2 * 1_048_576,
} as const

const wholeFrom = ({ least, most }: { least: number; most: number }) => {
  const problem = `must be ${least} to ${most}`
  return z.nullable(z.int(problem).check(z.minimum(least, problem), z.maximum(most, problem)))
}

const { watched, quiz, minutes, signer } = certificateRuleLimits

/** Absent fields stay unchanged. */
export const certificateRuleForm = z.object({
  isOn: z.boolean(),
  watchedPercent: z.optional(wholeFrom(watched)),
  quizPercent: z.optional(wholeFrom(quiz)),
  minutes: z.optional(wholeFrom(minutes)),
  signer: z.optional(
    z.nullable(
      z.object({
        name: filledLine('A name is required', signer),
        role: line(signer),
      }),
    ),
  ),
  /** The value is the address of an upload with the purpose `signature`. Null, or a null signer, removes the picture. */
  signature: z.optional(z.nullable(z.string().check(limit(500)))),
})
export type CertificateRuleForm = z.infer<typeof certificateRuleForm>
