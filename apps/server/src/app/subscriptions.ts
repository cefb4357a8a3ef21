/** Who listens to what has happened. Each listener gets each event at least once and acts on it once. */
import { sql, type Transaction } from 'kysely'
import { deliverEventTask, type DomainEvent, type DomainEvents, type EventKind } from '#server/events.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { enqueue, type TaskHandler } from '#server/platform/jobs/jobs.ts'
import type { Services } from './services.ts'

type Listener<K extends EventKind> = (tx: Transaction<DB>, event: DomainEvent<K>) => Promise<void>
type Subscriptions = { [K in EventKind]?: Record<string, Listener<K>> }

/** One table: event → listeners by name. A name is part of the queue's data: renaming one delivers again. */
export function createSubscriptions({
  assessments,
  reviews,
  accounts,
  businesses,
  messages,
  signIn,
  enrolments,
  community,
  achievements,
  notifications,
  saleMails,
  people,
  invoices,
}: Services): Subscriptions {
  return {
    'account.registered': {
      'ask to verify the e-mail': (tx, { payload }) => accounts.askToVerifyEmail(tx, payload.userId),
    },
    'account.emailVerified': {
      'enrol where a place waits': async (tx, { payload }) => {
        await enrolments.invitations.claimWaiting(tx, payload.userId)
      },
      'let them into the seats that wait': async (tx, { payload }) => {
        await invoices.claimSeats(tx, payload.userId)
      },
    },
    'account.returned': {
      'put their courses back on sale': (tx, { payload }) => people.welcomeBack(tx, payload.userId),
    },
    'course.peopleInvited': {
      'mail the invited': (tx, { payload }) => enrolments.gifts.mailInvited(tx, payload),
    },
    'course.archived': {
      'end its invitations': (tx, { payload }) => enrolments.gifts.endInvitations(tx, payload),
    },
    'enrolment.granted': {
      'certify who is done': (tx, { payload, at }) => achievements.reviewCourse(tx, { ...payload, at }),
      'tell the learner': (tx, event) => notifications.enrolled(tx, event.payload, event),
    },
    'enrolment.revoked': {
      'keep whoever accepted an invitation': (tx, { payload }) =>
        enrolments.invitations.keepByInvitation(tx, payload),
      'keep whoever has a seat': (tx, { payload }) => invoices.keepBySeat(tx, payload),
      'revoke the certificate': (tx, { payload, at }) => achievements.reviewCourse(tx, { ...payload, at }),
    },
    'course.contentsChanged': {
      'certify who is done': (tx, { payload }) => achievements.contentsChanged(tx, payload),
    },
    'course.studied': {
      'count the day': (tx, { payload: { userId, at } }) =>
        achievements.studied(tx, { userId, at: new Date(at) }),
    },
    'lesson.completed': {
      'give points': (tx, { payload, at }) => achievements.lessonCompleted(tx, { ...payload, at }),
      'certify who is done': (tx, { payload, at }) => achievements.reviewCourse(tx, { ...payload, at }),
    },
    'attempt.graded': {
      'give points': (tx, { payload, at }) => achievements.attemptGraded(tx, { ...payload, at }),
      'tell the learner': (tx, { payload, at }) => notifications.attemptGraded(tx, payload, at),
    },
    'user.erased': {
      'forget what they wrote to the platform': (tx, { payload }) =>
        messages.forgetSender(tx, payload.userId),
      'forget their other ways in': (tx, { payload }) => signIn.forgetIdentities(tx, payload.userId),
      'forget where they are paid out to': (tx, { payload }) =>
        businesses.forgetPayoutBank(tx, payload.userId),
      'leave their study groups': (tx, { payload }) => community.leaveAllGroups(tx, payload.userId),
      'blank what they wrote in the community': (tx, { payload }) =>
        community.forgetAuthor(tx, payload.userId),
      'forget their attempts': (tx, { payload }) => assessments.forget(tx, payload.userId),
      'forget their reviews': (tx, { payload }) => reviews.forget(tx, payload.userId),
      'forget what they earned': (tx, { payload }) => achievements.forget(tx, payload.userId),
      'forget their mails about sales': (tx, { payload }) => saleMails.forgetPerson(tx, payload.userId),
      'forget what they were told': (tx, { payload }) => notifications.forget(tx, payload.userId),
    },
    'discussion.started': {
      'give points': (tx, { payload: { authorId: userId, discussionId }, at }) =>
        achievements.discussionStarted(tx, { userId, discussionId, at }),
    },
    'discussion.answered': {
      'give points': (tx, { payload: { authorId: userId, ...answer }, at }) =>
        achievements.discussionAnswered(tx, { userId, ...answer, at }),
      'tell who asked': (tx, { payload, at }) => notifications.discussionAnswered(tx, payload, at),
    },
    'post.reported': {
      'tell who may hide it': (tx, event) => notifications.postReported(tx, event.payload, event),
    },
    'security.changed': {
      'tell who answers for it': (tx, { payload }) => notifications.securityChanged(tx, payload),
    },
    'review.written': {
      'tell the instructor': (tx, { payload, at }) => notifications.reviewWritten(tx, payload, at),
    },
    'review.answered': {
      'tell who wrote it': (tx, { payload, at }) => notifications.reviewAnswered(tx, payload, at),
    },
    'certificate.issued': {
      'tell the learner': (tx, { payload, at }) => notifications.certificateIssued(tx, payload, at),
    },
    'badge.earned': {
      'tell the learner': (tx, { payload, at }) => notifications.badgeEarned(tx, payload, at),
    },
    'order.settled': {
      'tell who sold it': (tx, { payload, at }) => notifications.sold(tx, payload, at),
      'mail who sold it': (tx, { payload, at }) => saleMails.mailSale(tx, payload, at),
      'tell the buyer': (tx, { payload, at }) => notifications.paid(tx, payload, at),
    },
    'order.chargedBack': {
      'tell who sold it': (tx, event) => notifications.chargedBack(tx, event.payload, event),
    },
    'money.waiting': {
      'tell who decides': (tx, { payload, at }) => notifications.moneyWaiting(tx, payload, at),
    },
    'refund.requested': {
      'tell who sells': (tx, { payload, at }) => notifications.refundRequested(tx, payload, at),
    },
    'refund.declined': {
      'tell the buyer': (tx, { payload, at }) => notifications.refundDeclined(tx, payload, at),
    },
    'order.refunded': {
      'tell the buyer': (tx, event) => notifications.refunded(tx, event.payload, event),
    },
  }
}

const listenTask = 'events.listen'

export function eventTasks(subscriptions: Subscriptions, database: Database): Record<string, TaskHandler> {
  const listenersOf = (kind: EventKind) => (subscriptions[kind] ?? {}) as Record<string, Listener<EventKind>>
  return {
    async [deliverEventTask](payload) {
      const { eventId } = payload as { eventId: string }
      await database.transaction(async (tx) => {
        const event = await readEvent(tx, eventId)
        for (const listener of Object.keys(event ? listenersOf(event.kind) : {})) {
          await enqueue(tx, listenTask, { eventId, listener })
        }
      })
    },
    async [listenTask](payload) {
      const { eventId, listener } = payload as { eventId: string; listener: string }
      await database.transaction(async (tx) => {
        const event = await readEvent(tx, eventId)
        const act = event && listenersOf(event.kind)[listener]
        if (!act) return
        // The same transaction marks and acts: a repeated job finds the mark, a failed one leaves none.
        const first = await sql`
          INSERT INTO event_deliveries (event_id, listener) VALUES (${eventId}, ${listener})
          ON CONFLICT DO NOTHING RETURNING listener`.execute(tx)
        if (first.rows.length > 0) await act(tx, event)
      })
    },
  }
}

async function readEvent(tx: Transaction<DB>, id: string): Promise<DomainEvent | undefined> {
  const found = await sql<{ id: string; kind: EventKind; payload: DomainEvents[EventKind]; at: Date }>`
    SELECT id, kind, payload, at FROM domain_events WHERE id = ${id}`.execute(tx)
  return found.rows[0]
}
