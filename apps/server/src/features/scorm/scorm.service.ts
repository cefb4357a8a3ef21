/** Lessons that are SCORM packages: adds, replaces and opens packages, and stores their reports. */
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import type {
  PackageActivity,
  PackageLaunch,
  PackageTrouble,
  PackageTroubleKind,
} from '@apogee/contracts/scorm/scorm.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db } from '#server/platform/database/database.ts'
import type { ExaminedPackage } from '#server/platform/scorm/examine-package.ts'
import type { ScormVersion } from '#server/platform/scorm/scorm-manifest.ts'
import type { RunTimeData } from '#server/platform/scorm/run-time-data.ts'
import { newToken, tokenDigest } from '#server/platform/secrets/tokens.ts'
import { verdictOn } from '#server/policy/authorise.ts'
import type { Caller } from '#server/policy/caller.ts'
import { mediaAccess } from '#server/policy/files/media-access.ts'
import { refuse } from '#server/policy/refusal.ts'
import { isForEachLaunch, launchOrigin, type LaunchHosts } from '#server/policy/package-hosts.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import type { Media, MediaRow } from '#server/features/media/media.service.ts'
import { filesPrefix, launchName, pageOf, playerName } from './package-addresses.ts'
import { PackageContents } from './packed-contents.ts'
import { isLessonDone } from './scorm.rules.ts'
import * as store from './scorm.store.ts'

interface PackagesDependencies {
  database: Database
  clock: Clock
  /** The value of PACKAGE_ORIGIN (`PackageRule`). */
  packageOrigin: string | null
  temporaryFolder: string
  accounts: Pick<Accounts, 'consumeAttempt'>
  media: Pick<Media, 'resolveUpload' | 'withLocalCopy' | 'openFile'>
  courses: Pick<Courses, 'contents' | 'files'>
  learning: Pick<Learning, 'packageReported'>
}

interface ReportForm {
  launch: string
  activity: string
  cmi: Record<string, unknown>
}

export type LaunchedFile = store.PackedFile &
  Pick<OpenLaunch, 'storageKey' | 'version'> & {
    /** True for the first page of its activity, which the lesson frames. Other pages may be in frames of the package. */
    isFirst: boolean
  }

type OpenLaunch = store.LaunchRow & { storageKey: string }

/** A launch expires after this time. Opening the package again creates a new launch. */
const launchLifetimeMs = 12 * 3_600_000

/** The import is lazy because few server processes read packages. */
const scorm = () => import('#server/platform/scorm/read-package.ts')
const runTime = () => import('#server/platform/scorm/run-time-data.ts')

export class ScormPackages {
  readonly contents: PackageContents
  readonly #deps: PackagesDependencies

  constructor(deps: PackagesDependencies) {
    this.#deps = deps
    this.contents = new PackageContents((key, range) => deps.media.openFile(key, range), deps.temporaryFolder)
  }

  /** Creates an unpublished lesson, so that its author can review it first. Refuses an invalid package with the reason. */
  async create(
    caller: Caller,
    { courseId, contentId }: { courseId: number; contentId: number },
    { filePath, title }: { filePath: string; title?: string | undefined },
  ): Promise<CourseResource> {
    const examined = await this.#examine(caller, filePath)
    const id = await this.#deps.database.transaction(async (tx) => {
      const file = await this.#deps.media.resolveUpload(tx, caller, filePath, ['package'])
      await store.insertPackage(tx, file, examined)
      const named = title ?? examined.title
      return this.#deps.courses.contents.addFile(tx, courseId, contentId, { mediaId: file.id, title: named })
    })
    return this.#deps.courses.contents.resourceFor(courseId, id, caller)
  }

  async replace(
    caller: Caller,
    { courseId, resourceId }: { courseId: number; resourceId: number },
    filePath: string,
  ): Promise<CourseResource> {
    await packageOf(this.#deps.database.kysely, courseId, resourceId)
    const examined = await this.#examine(caller, filePath)
    await this.#deps.database.transaction(async (tx) => {
      const file = await this.#deps.media.resolveUpload(tx, caller, filePath, ['package'])
      await store.insertPackage(tx, file, examined)
      const isOther = await this.#deps.courses.files.replacePackage(tx, caller, {
        courseId,
        id: resourceId,
        mediaId: file.id,
      })
      if (isOther) await store.beginAnew(tx, resourceId)
    })
    return this.#deps.courses.contents.resourceFor(courseId, resourceId, caller)
  }

  async #examine(caller: Caller, filePath: string): Promise<ExaminedPackage> {
    const { database, media } = this.#deps
    const file = await database.transaction((tx) => media.resolveUpload(tx, caller, filePath, ['package']))
    return this.#examineStored(file)
  }

  /** Examines a package that an import has stored, and registers its activities. Refuses PACKAGE_INVALID. */
  async registerImported(file: MediaRow): Promise<void> {
    const examined = await this.#examineStored(file)
    await this.#deps.database.transaction((tx) => store.insertPackage(tx, file, examined))
  }

  async #examineStored(file: MediaRow): Promise<ExaminedPackage> {
    const { media } = this.#deps
    const { readPackage } = await scorm()
    const read = await media.withLocalCopy(file, readPackage)
    return 'examined' in read ? read.examined : refuse('PACKAGE_INVALID', { issues: [read.issue] })
  }

  /**
   * Opens a package for a person who studies or teaches the course. A null `hosts` means that a launch cannot have a host of its
   * own.
   */
  async launch(
    caller: Caller,
    standing: CourseStanding,
    resourceId: number,
    hosts: LaunchHosts | null,
  ): Promise<PackageLaunch> {
    const { database, clock, accounts, packageOrigin } = this.#deps
    const found = await packageOf(database.kysely, standing.courseId, resourceId)
    await accounts.consumeAttempt('package.launch', String(caller.userId))
    const isShared = packageOrigin !== null && !isForEachLaunch(packageOrigin)
    const launch = launchName(newToken(), hosts ? 'launch' : isShared ? 'shared' : 'product')
    const origin = hosts ? launchOrigin(hosts, launch) : isShared ? packageOrigin : ''
    await store.insertLaunch(database.kysely, {
      tokenHash: tokenDigest(launch),
      userId: caller.userId,
      resourceId,
      mediaId: found.mediaId,
      at: clock.now(),
    })
    const runs = await store.runsOf(database.kysely, caller.userId, resourceId)
    return {
      launch,
      hasOrigin: hosts !== null,
      isRecorded: verdictOn('course.saveProgress', standing) === 'allow',
      activities: found.activities.map((activity, place): PackageActivity => {
        const run = runs.find((one) => one.activity === activity.identifier)
        return {
          identifier: activity.identifier,
          title: activity.title,
          isReporting: activity.isReporting,
          address: origin + filesPrefix(launch, place) + (hosts ? playerName : pageOf(activity)),
          isCompleted: run?.isCompleted ?? null,
          isPassed: run?.isPassed ?? null,
          score: run?.score ?? null,
        }
      }),
    }
  }

  /** Records a problem that the learner's browser noticed, for the teacher of the lesson. */
  async noteTrouble(
    caller: Caller,
    standing: CourseStanding,
    resourceId: number,
    { kind, ...form }: Omit<ReportForm, 'cmi'> & { kind: PackageTroubleKind },
  ): Promise<void> {
    const { database, clock } = this.#deps
    const { launch } = await this.#launchOf(caller, standing, resourceId, form)
    await store.noteTrouble(database.kysely, {
      userId: caller.userId,
      resourceId,
      activity: form.activity,
      launchId: launch.id,
      kind,
      at: clock.now(),
    })
  }

  /**
   * Returns the problems of a course's packages. A null `hosts` means that launches have no hosts of their own, so packages that
   * need an origin are listed as well.
   */
  troubles(courseId: number, hosts: LaunchHosts | null): Promise<PackageTrouble[]> {
    return store.troublesOf(this.#deps.database.kysely, courseId, { hasHosts: hosts !== null })
  }

  /** Returns the caller's launch of the lesson's present package. Refuses LAUNCH_NOT_FOUND for a launch of a replaced package. */
  async #launchOf(
    caller: Caller,
    standing: CourseStanding,
    resourceId: number,
    form: Omit<ReportForm, 'cmi'>,
  ): Promise<{ found: store.PackageRow; launch: store.LaunchRow }> {
    const { kysely } = this.#deps.database
    if (standing.isClosed) refuse('RESOURCE_NOT_FOUND')
    const found = await packageOf(kysely, standing.courseId, resourceId)
    const launch = await store.launchBy(kysely, tokenDigest(form.launch))
    const isTheirs =
      launch?.userId === caller.userId && launch.resourceId === resourceId && launch.mediaId === found.mediaId
    const isKnown = found.activities.some(({ identifier }) => identifier === form.activity)
    return launch && isTheirs && isKnown ? { found, launch } : refuse('LAUNCH_NOT_FOUND')
  }

  /** Stores a report and completes the lesson when all reporting activities are completed. */
  async report(caller: Caller, standing: CourseStanding, resourceId: number, form: ReportForm) {
    const { database, clock, learning } = this.#deps
    const { courseId } = standing
    const { found, launch } = await this.#launchOf(caller, standing, resourceId, form)
    const data = await readReport(found.version, form.cmi)
    const { activities } = found
    return database.transaction(async (tx) => {
      let run: store.RunRow | undefined
      const isLessonCompleted = await learning.packageReported(
        tx,
        { userId: caller.userId, courseId, resourceId },
        async () => {
          run = await store.saveReport(tx, {
            userId: caller.userId,
            resourceId,
            activity: form.activity,
            launchId: launch.id,
            data,
            at: clock.now(),
          })
          return isLessonDone(activities, await store.runsOf(tx, caller.userId, resourceId))
        },
      )
      if (!run) throw new Error('a report was not saved')
      const { isCompleted, isPassed, score, launchId } = run
      return { isCompleted, isPassed, score, isLessonCompleted, isLatest: launchId === launch.id }
    })
  }

  /**
   * Returns a file of an open package. Null means that the file does not exist, or that its lesson is not open to the person who
   * opened the package.
   */
  async fileOf(token: string, place: number, path: string): Promise<LaunchedFile | null> {
    const launch = await this.#openLaunch(token)
    if (!launch) return null
    const file = await store.fileIn(this.#deps.database.kysely, launch.mediaId, path)
    if (!file) return null
    const isFirst = launch.activities[place]?.path === file.path
    return { ...file, storageKey: launch.storageKey, version: launch.version, isFirst }
  }

  /**
   * Returns the first page of an activity, which the product's page around it shows, and the version of the SCORM API that this
   * page loads.
   */
  async startOf(token: string, place: number): Promise<{ version: ScormVersion; page: string } | null> {
    const launch = await this.#openLaunch(token)
    const activity = launch?.activities[place]
    return launch && activity ? { version: launch.version, page: pageOf(activity) } : null
  }

  /** Returns the initial data of an activity's run-time script. Null means that the launch has ended. */
  async launchData(token: string, place: number, origin: string): Promise<object | null> {
    const { kysely } = this.#deps.database
    const launch = await this.#openLaunch(token)
    const activity = launch?.activities[place]
    if (!launch || !activity) return null
    const runs = await store.runsOf(kysely, launch.userId, launch.resourceId)
    const run = runs.find((one) => one.activity === activity.identifier)
    const { launchDataOf } = await runTime()
    const name = await store.nameOf(kysely, launch.userId)
    return {
      origin,
      launch: token,
      activity: activity.identifier,
      prefix: filesPrefix(token, place),
      version: launch.version,
      cmi: launchDataOf(launch.version, {
        activity,
        kept: run?.kept ?? null,
        totalSeconds: run?.totalSeconds ?? 0,
        learner: { id: `learner-${launch.userId}`, name },
        isRecorded: await store.isLearner(kysely, launch.userId, launch.resourceId),
      }),
    }
  }

  async #openLaunch(token: string): Promise<OpenLaunch | null> {
    const { database, clock } = this.#deps
    const launch = await store.launchBy(database.kysely, tokenDigest(token))
    const oldest = clock.now().getTime() - launchLifetimeMs
    if (!launch || launch.launchedAt.getTime() < oldest) return null
    const access = await mediaAccess(database.kysely, launch.publicId, launch.userId)
    return access?.isAllowed ? { ...launch, storageKey: access.storageKey } : null
  }

  readonly deleteLaunches = (before: Date): Promise<void> =>
    store.deleteLaunches(this.#deps.database.kysely, before)

  readonly forgetPerson = store.forgetPerson
}

async function packageOf(db: Db, courseId: number, resourceId: number): Promise<store.PackageRow> {
  const found = await store.packageOf(db, resourceId)
  return found?.courseId === courseId ? found : refuse('LESSON_NOT_PACKAGE')
}

async function readReport(version: store.PackageRow['version'], cmi: unknown): Promise<RunTimeData> {
  const { readRunTimeData } = await runTime()
  return readRunTimeData(version, cmi) ?? refuse('REPORT_UNREADABLE')
}
