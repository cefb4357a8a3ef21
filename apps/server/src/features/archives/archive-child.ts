/** This process runs the requests of read-archive.ts. */
import { answerApart } from '#server/platform/apart/answer-apart.ts'
import { withZip } from '#server/platform/zip/read-zip.ts'
import { ArchiveContents } from './archive-contents.ts'
import { readCartridge } from './cartridge/read-cartridge.ts'
import { archiveLimits, examine } from './examine.ts'
import { linksOf, problemOf } from './examiner.ts'
import type { ArchiveRequest, ReadItem } from './read-archive.ts'

answerApart(async (request: ArchiveRequest, sendPart) => {
  try {
    return await withZip(request.path, archiveLimits, async (archive) => {
      if (request.kind === 'examine') return examine(archive, request.name)
      const { manifest, root, form } = request.plan
      // Converts the cartridge again. The same cartridge always gives the same files, so the examined plan fits them.
      const cartridge = await readCartridge(archive, manifest.course.title, { folder: root })
      const contents = cartridge
        ? new ArchiveContents(cartridge.archive, '')
        : new ArchiveContents(archive, root)
      const rules = { form, links: linksOf(manifest) }
      for (const [at, { items }] of manifest.modules.entries()) {
        for (const [place, item] of items.entries()) {
          const part: Pick<ReadItem, 'at' | 'place'> = { at, place }
          if (item.kind === 'text') sendPart({ ...part, text: await contents.lessonText(item, rules) })
          if (item.kind === 'file' && item.recall !== undefined)
            sendPart({ ...part, quiz: await contents.recall(item.recall) })
          if (item.kind !== 'quiz') continue
          const quiz = form === 'folder' ? (await contents.quizInParts(item)).quiz : await contents.quiz(item)
          sendPart({ ...part, quiz })
        }
      }
      return { problems: [] }
    })
  } catch (error) {
    return { problems: [problemOf(error)] }
  }
})
