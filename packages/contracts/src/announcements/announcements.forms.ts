import * as z from 'zod/mini'
import { atMost } from '../text-length.ts'

export const announcementTitleMaxLength = 200
export const announcementMaxLength = 10_000
/** Announcements of one course to the same audience within 24 hours. */
export const announcementsADay = 5

const filled = (message: string, max: number) =>
  z.string(message).check(
    z.refine((value) => value.trim() !== '', { error: message, abort: true }),
    z.trim(),
    atMost(max),
  )

export const announcementForm = z.object({
  title: filled('Title is required', announcementTitleMaxLength),
  body: filled('Please write something', announcementMaxLength),
})
