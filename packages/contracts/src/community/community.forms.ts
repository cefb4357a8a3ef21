/** Texts are plain text with a maximum length. The browser validates its forms with these schemas. */
import * as z from 'zod/mini'
import { courseCategories } from '../course-choices.ts'
import { filledLine, filledText, text } from '../texts.ts'
import {
  groupNameMaxLength,
  groupDescriptionMaxLength,
  discussionTitleMaxLength,
  postMaxLength,
  reportReasonMaxLength,
} from './community-limits.ts'

export const groupForm = z.object({
  name: filledLine('Name is required', groupNameMaxLength),
  description: filledText('Description is required', groupDescriptionMaxLength),
  category: z.optional(z.nullable(z.enum(courseCategories))),
})

/** The dialog starts without a chosen category. */
export const groupDialogForm = z.object({
  name: groupForm.shape.name,
  description: groupForm.shape.description,
  category: z.optional(z.union([z.enum(courseCategories), z.literal('')])),
})

const postBody = filledText('Please write something', postMaxLength)

export const discussionForm = z.object({
  title: filledLine('Title is required', discussionTitleMaxLength),
  body: postBody,
})

/** Without details the question is also the body. */
export const questionForm = z.object({
  title: filledLine('Please write something', discussionTitleMaxLength),
  details: text(postMaxLength),
})

export const postForm = z.object({ body: postBody })

export const reportForm = z.object({ reason: filledText('Please say what is wrong', reportReasonMaxLength) })
