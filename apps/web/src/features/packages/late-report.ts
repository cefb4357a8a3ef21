/** What a package has reported, as an entry of the outbox. */
import { call } from '#web/platform/client.ts'
import { defineKind } from '#web/platform/outbox/outbox.ts'

export interface PackageReport {
  resourceId: number
  launch: string
  activity: string
  /** The data model of SCORM as the content has filled it. */
  cmi: Record<string, unknown>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The last report of an activity in a launch: the server takes it twice without harm. */
export const packageReport = defineKind({
  name: 'package',
  keepsRefused: true,
  changes: [['course'], ['content-resources'], ['enrolled'], ['package-launch']],
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
