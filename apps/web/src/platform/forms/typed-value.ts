import type * as z from 'zod/mini'

/** Validates one typed value by rules that load when they are needed. Rejects when they cannot be loaded. */
export async function readTyped<In, Out>(
  rules: () => Promise<z.core.$ZodType<Out, In>>,
  typed: In,
): Promise<{ value: Out; problem?: never } | { problem: string | undefined }> {
  const result = await (await rules())['~standard'].validate(typed)
  return result.issues ? { problem: result.issues[0]?.message } : { value: result.value }
}
