import * as z from 'zod/mini'
import { withdrawalReasonMaxLength } from '../limits.ts'
import { filledLine, filledText, limit, line } from '../texts.ts'

/** Why a certificate is withdrawn. The learner reads it. */
export const withdrawalForm = z.object({
  reason: filledText('A reason is required', withdrawalReasonMaxLength),
})

/** What the course's people may enter for certificates. */
export const certificateRuleLimits = {
  /** Of each video, in percent; a video is completed at 90. */
  watched: { least: 50, most: 95 },
  quiz: { least: 1, most: 100 },
  /** Half an hour to a thousand hours. */
  minutes: { least: 30, most: 60_000 },
  signer: 100,
  /** Bytes of a picture. */
  signature: 2 * 1_048_576,
} as const

const wholeFrom = ({ least, most }: { least: number; most: number }) => {
  const problem = `must be ${least} to ${most}`
  return z.nullable(z.int(problem).check(z.minimum(least, problem), z.maximum(most, problem)))
}

const { watched, quiz, minutes, signer } = certificateRuleLimits

/** What is absent stays as it is. */
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
  /** Address of an upload with the purpose `signature`. Null removes the picture; so does a signer that is null. */
  signature: z.optional(z.nullable(z.string().check(limit(500)))),
})
export type CertificateRuleForm = z.infer<typeof certificateRuleForm>
