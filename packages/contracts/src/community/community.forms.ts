/** Texts of the community: plain text with a maximum length. The browser validates its forms with these schemas. */
import * as z from 'zod/mini'
import { courseCategories } from '../course-choices.ts'
import { atMost } from '../text-length.ts'

export const groupNameMaxLength = 80
export const groupDescriptionMaxLength = 1000
export const discussionTitleMaxLength = 200
export const postMaxLength = 10_000
export const reportReasonMaxLength = 500

/**
 * Replaces a text whose author's account was erased while others continue it: a discussion with replies, a group with
 * members. The client shows a sentence in the reader's language.
 */
export const erasedText = '—'

const filled = (message: string, max: number) =>
  z.string(message).check(
    z.refine((value) => value.trim() !== '', { error: message, abort: true }),
    z.trim(),
    atMost(max),
  )

export const groupForm = z.object({
  name: filled('Name is required', groupNameMaxLength),
  description: filled('Description is required', groupDescriptionMaxLength),
  category: z.optional(z.nullable(z.enum(courseCategories))),
})

/** The dialog's list of categories starts with none. */
export const groupDialogForm = z.object({
  name: groupForm.shape.name,
  description: groupForm.shape.description,
  category: z.optional(z.union([z.enum(courseCategories), z.literal('')])),
})

const postBody = filled('Please write something', postMaxLength)

export const discussionForm = z.object({
  title: filled('Title is required', discussionTitleMaxLength),
  body: postBody,
})

/** A question about a lesson; without details its body is the question. */
export const questionForm = z.object({
  title: filled('Please write something', discussionTitleMaxLength),
  details: z.string().check(z.trim(), atMost(postMaxLength)),
})

export const postForm = z.object({ body: postBody })

export const reportForm = z.object({ reason: filled('Please say what is wrong', reportReasonMaxLength) })
