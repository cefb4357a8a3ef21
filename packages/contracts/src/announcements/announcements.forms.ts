import * as z from 'zod/mini'
import { filledLine, filledText } from '../texts.ts'

export const announcementTitleMaxLength = 200
export const announcementMaxLength = 10_000
/** The limit applies to announcements of one course to the same audience within 24 hours. */
export const announcementsADay = 5

export const announcementForm = z.object({
  title: filledLine('Title is required', announcementTitleMaxLength),
  body: filledText('Please write something', announcementMaxLength),
})
