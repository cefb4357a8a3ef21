import type { RouteName } from '@apogee/contracts/routes.ts'

/** These PUTs cannot overwrite another person's input. */
export const exempt: Partial<Record<RouteName, string>> = {
  archiveEnrolment: 'a switch in one person’s own list; the newest is the answer',
  setLearnerAccess:
    'one day for one person; each change is noted with its author, and the newest is the answer',
  setSelfPaced: 'a switch of one course; the newest is the answer',
  moveLearners: 'learners who are named, into one cohort; the newest is the answer',
  letLearnerStart: 'a switch about one learner; each change is kept with its author',
  addToWishlist: 'adds to one person’s own list; a repeated request changes nothing',
  updateWebhook: 'a switch and a choice of events: the newest is the answer',
  changeCourseState: 'a switch: whoever presses it sees what it becomes, and impossible steps are refused',
  saveCertificateRule: 'a few choices, each sent by itself; the newest is the answer',
  updateSaleMails: 'one person’s own choice of three; the newest is the answer',
  saveAttendance: 'one press about one person; the newest is the answer',
  updateAnnouncementMails: 'one person’s own switch; the newest is the answer',
  updateQuestionMails: 'one person’s own switch; the newest is the answer',
  saveLearningGoal: 'one person’s own choice of eight; the newest is the answer',
  saveLearningPlan: 'one person’s own choice, sent whole; the newest is the answer',
  saveTimeZone: 'a fact of the device, sent by itself',
  renamePasskey: 'one person’s own word for a device; the newest is the answer',
  updateChipCredentials: 'write-only: each pair is a new version of the account, and none is overwritten',
  savePayoutBank: 'write-only: the whole account is typed each time, and all admins are told of each change',
  saveSellerRegistration: 'as savePayoutBank; a check that was verified is made again',
  saveSellerContact: 'as saveSellerRegistration',
  saveResourceProgress: 'progress merges: it never takes watched parts back',
  saveExercise: 'one person’s own code; what they wrote last stays, by the time of writing',
  saveAnswer: 'one person’s answer in one attempt; the newest is the answer',
  hideReview: 'a switch: whoever presses it sees what it becomes',
  hideDiscussion: 'a switch: whoever presses it sees what it becomes',
  hidePost: 'a switch: whoever presses it sees what it becomes',
  acceptPost: 'a switch: whoever presses it sees what it becomes',
  voteForDiscussion: 'one person’s own vote; voting twice is voting once',
  voteForPost: 'one person’s own vote; voting twice is voting once',
  updateMessage: 'a switch between open and done',
  reassignSeat: 'moves one seat from the person it names; another state of it is refused',
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the comparable part of both sides: a file's URL is signed per caller, and a sale is returned complete. */
export const comparable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === 'string' && part.includes('/media/')
      ? part.split('?')[0]?.replace(/^.*\/media/, '')
      : part,
  )

/** Returns the id of the created object. */
export const idIn = (body: Record<string, unknown>): number | string => {
  const { data } = body
  const id = isRecord(data) ? data['id'] : undefined
  if (typeof id !== 'number' && typeof id !== 'string') throw new Error(JSON.stringify(body))
  return id
}
