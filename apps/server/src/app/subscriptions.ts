/** Who listens to what has happened. Each listener gets each event at least once and acts on it once. */
import { sql, type Transaction } from 'kysely'
import { deliverEventTask, type DomainEvent, type DomainEvents, type EventKind } from '#server/events.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { DB } from '#server/platform/database/schema.d.ts'
import { enqueue, type TaskHandler } from '#server/platform/jobs/jobs.ts'
import type { Services } from './services.ts'

type Listener<K extends EventKind> = (tx: Transaction<DB>, event: DomainEvent<K>) => Promise<void>
type Subscriptions = { [K in EventKind]: Record<string, Listener<K>> }

/** Event → listeners by id. The ids are stored with each delivery: docs/decisions/stable-ids.md says how one is renamed. */
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
      'email.ask-to-verify': (tx, { payload }) => accounts.emailProof.askToVerifyEmail(tx, payload.userId),
    },
    'account.email-verified': {
      'invitations.claim': async (tx, { payload }) => {
        await enrolments.invitations.claimWaiting(tx, payload.userId)
      },
      'seats.claim': async (tx, { payload }) => {
        await invoices.seats.claimSeats(tx, payload.userId)
      },
    },
    'account.returned': {
      'courses.restore': (tx, { payload }) => people.welcomeBack(tx, payload.userId),
    },
    'course.people-invited': {
      'invitations.mail': (tx, { payload }) => enrolments.gifts.mailInvited(tx, payload),
    },
    'course.archived': {
      'invitations.end': (tx, { payload }) => enrolments.gifts.endInvitations(tx, payload),
    },
    'enrolment.granted': {
      'certificates.review': (tx, { payload, at }) => achievements.reviewCourse(tx, { ...payload, at }),
      'learner.notify': (tx, event) => notifications.enrolled(tx, event.payload, event),
    },
    'enrolment.revoked': {
      'invitations.keep-access': (tx, { payload }) => enrolments.invitations.keepByInvitation(tx, payload),
      'seats.keep-access': (tx, { payload }) => invoices.seats.keepBySeat(tx, payload),
      'certificates.revoke': (tx, { payload, at }) => achievements.reviewCourse(tx, { ...payload, at }),
    },
    'course.contents-changed': {
      'certificates.review': (tx, { payload }) => achievements.contentsChanged(tx, payload),
    },
    'course.studied': {
      'activity.record': (tx, { payload: { userId, at } }) =>
        achievements.studied(tx, { userId, at: new Date(at) }),
    },
    'lesson.completed': {
      'points.award': (tx, { payload, at }) => achievements.lessonCompleted(tx, { ...payload, at }),
      'certificates.review': (tx, { payload, at }) => achievements.reviewCourse(tx, { ...payload, at }),
    },
    'attempt.graded': {
      'points.award': (tx, { payload, at }) => achievements.attemptGraded(tx, { ...payload, at }),
      'learner.notify': (tx, { payload, at }) => notifications.attemptGraded(tx, payload, at),
    },
    'user.erased': {
      'messages.erase': (tx, { payload }) => messages.forgetSender(tx, payload.userId),
      'identities.erase': (tx, { payload }) => signIn.forgetIdentities(tx, payload.userId),
      'payout-bank.erase': (tx, { payload }) => businesses.payoutBanks.forgetPayoutBank(tx, payload.userId),
      'groups.leave': (tx, { payload }) => community.groups.leaveAllGroups(tx, payload.userId),
      'discussions.erase': (tx, { payload }) => community.discussions.forgetAuthor(tx, payload.userId),
      'attempts.erase': (tx, { payload }) => assessments.forget(tx, payload.userId),
      'reviews.erase': (tx, { payload }) => reviews.forget(tx, payload.userId),
      'achievements.erase': (tx, { payload }) => achievements.forget(tx, payload.userId),
      'sale-mails.erase': (tx, { payload }) => saleMails.forgetPerson(tx, payload.userId),
      'notifications.erase': (tx, { payload }) => notifications.forget(tx, payload.userId),
    },
    'discussion.started': {
      'points.award': (tx, { payload: { authorId: userId, discussionId }, at }) =>
        achievements.discussionStarted(tx, { userId, discussionId, at }),
    },
    'discussion.answered': {
      'points.award': (tx, { payload: { authorId: userId, ...answer }, at }) =>
        achievements.discussionAnswered(tx, { userId, ...answer, at }),
      'author.notify': (tx, { payload, at }) => notifications.discussionAnswered(tx, payload, at),
    },
    'post.reported': {
      'moderator.notify': (tx, event) => notifications.postReported(tx, event.payload, event),
    },
    'security.changed': {
      'admins.notify': (tx, { payload }) => notifications.securityChanged(tx, payload),
    },
    'review.written': {
      'instructor.notify': (tx, { payload, at }) => notifications.reviewWritten(tx, payload, at),
    },
    'review.answered': {
      'author.notify': (tx, { payload, at }) => notifications.reviewAnswered(tx, payload, at),
    },
    'certificate.issued': {
      'learner.notify': (tx, { payload, at }) => notifications.certificateIssued(tx, payload, at),
    },
    'badge.earned': {
      'learner.notify': (tx, { payload, at }) => notifications.badgeEarned(tx, payload, at),
    },
    'order.settled': {
      'seller.notify': (tx, { payload, at }) => notifications.sold(tx, payload, at),
      'seller.mail': (tx, { payload, at }) => saleMails.mailSale(tx, payload, at),
      'buyer.notify': (tx, { payload, at }) => notifications.paid(tx, payload, at),
    },
    'order.charged-back': {
      'seller.notify': (tx, event) => notifications.chargedBack(tx, event.payload, event),
    },
    'money.waiting': {
      'admins.notify': (tx, { payload, at }) => notifications.moneyWaiting(tx, payload, at),
    },
    'refund.requested': {
      'seller.notify': (tx, { payload, at }) => notifications.refundRequested(tx, payload, at),
    },
    'refund.declined': {
      'buyer.notify': (tx, { payload, at }) => notifications.refundDeclined(tx, payload, at),
    },
    'order.refunded': {
      'buyer.notify': (tx, event) => notifications.refunded(tx, event.payload, event),
    },
  }
}

const listenTask = 'events.listen'

export function eventTasks(subscriptions: Subscriptions, database: Database): Record<string, TaskHandler> {
  // An event that an earlier release wrote may be of a kind that is gone.
  const listenersOf = (kind: EventKind) =>
    (subscriptions[kind] as Record<string, Listener<EventKind>> | undefined) ?? {}
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
