/** Defines the kind of outbox entry that holds a report of a package. */
import { call } from '#web/platform/transfer/client.ts'
import { defineKind, outboxOf } from '#web/platform/outbox/outbox.ts'

export interface PackageReport {
  resourceId: number
  launch: string
  activity: string
  /** `cmi` is the SCORM data model with the values that the content has set. */
  cmi: Record<string, unknown>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** An entry of the outbox is the last report of an activity in a launch. Sending it twice has no further effect. */
export const packageReport = defineKind({
  name: 'package',
  keepsRefused: true,
  changes: [['course'], ['content-resources'], ['enrolled']],
  isPayload: (value): value is PackageReport =>
    isRecord(value) &&
    typeof value['resourceId'] === 'number' &&
    typeof value['launch'] === 'string' &&
    typeof value['activity'] === 'string' &&
    isRecord(value['cmi']),
  send: ({ resourceId, ...body }, { request }) =>
    call('reportPackage', { params: { id: resourceId }, body, ...request }),
})

export const reportKey = ({ resourceId, launch, activity }: Omit<PackageReport, 'cmi'>): string =>
  `${resourceId}-${launch.slice(0, 8)}-${activity}`

/** Sends the unsent reports of earlier launches of the lesson. Resolves also when a report still waits or is refused. */
export async function sendEarlierReports(account: number, resourceId: number): Promise<void> {
  const outbox = outboxOf(account)
  outbox.kinds.set(packageReport.name, packageReport.erased)
  const earlier = outbox.entries
    .all()
    .filter(({ kind, key }) => kind === packageReport.name && key.startsWith(`${resourceId}-`))
  await Promise.all(earlier.map(({ key }) => outbox.send(packageReport, key, 'silent')))
}
