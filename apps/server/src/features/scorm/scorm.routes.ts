import { withData, type Handlers } from '#server/policy/handler.ts'
import { launchHostsFor, type PackageRule } from '#server/policy/package-hosts.ts'
import type { ScormPackages } from './scorm.service.ts'

export function scormRoutes(packages: ScormPackages, rule: PackageRule): Handlers {
  return {
    createPackage: (call) =>
      withData(
        packages.create(
          call.user,
          { courseId: call.standing.courseId, contentId: call.params.id },
          call.body,
        ),
      ),
    replacePackage: (call) =>
      withData(
        packages.replace(
          call.user,
          { courseId: call.standing.courseId, resourceId: call.params.id },
          call.body.filePath,
        ),
      ),
    launchPackage: (call) =>
      withData(packages.launch(call.user, call.standing, call.params.id, launchHostsFor(call.request, rule))),
    notePackageTrouble: (call) => packages.noteTrouble(call.user, call.standing, call.params.id, call.body),
    listPackageTroubles: (call) =>
      withData(packages.troubles(call.standing.courseId, launchHostsFor(call.request, rule))),
    reportPackage: (call) => withData(packages.report(call.user, call.standing, call.params.id, call.body)),
  }
}
